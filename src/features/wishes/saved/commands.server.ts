import { sql } from 'kysely'
import { isStillThere } from '#features/identity/user/queries.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { toCents } from '#kernel/values/money.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { type GuestWish, type SaveWishBody, WISH_ERRORS } from '../contract.ts'
import type { StoreProduct, WishesPorts } from '../ports.ts'
import { stopFollowing } from '../price-alerts/commands/follow-price.server.ts'
import { MAX_WISHES, priceOf } from '../rules.ts'

const refuse = refusals(WISH_ERRORS)

/**
 * Saves a product, or a variant of it. A saved product stays where it is and takes the variant.
 * @throws not_in_store; invalid_input for a variant of another product; wish_list_full
 */
export async function saveWish(
  ctx: Context,
  { productsOf }: WishesPorts,
  { userId, ...wish }: SaveWishBody & { userId: string; productId: string },
): Promise<void> {
  await transact(ctx, async tx => {
    await lockList(tx, userId)
    const product = (await productsOf(tx, [wish.productId])).get(wish.productId)
    if (!product) throw refuse('not_in_store')
    if (!hasVariant(product, wish.variantId))
      throw refuseAny('invalid_input', {}, { variantId: ['This variant belongs to another product.'] })
    await followVariant(tx, userId, wish, product)
    const row = rowOf(tx, userId, wish, product)
    const { numAffectedRows } = await sql`
      insert into wish (user_id, product_id, variant_id, price_cents, created_at)
      select ${row.user_id}, ${row.product_id}, ${row.variant_id}::uuid, ${row.price_cents}::int, ${row.created_at}::timestamptz
      where (select count(*) from wish where user_id = ${userId}) < ${MAX_WISHES}
        or exists (select from wish where user_id = ${userId} and product_id = ${row.product_id})
      on conflict (user_id, product_id) do update set variant_id = excluded.variant_id`.execute(tx.db)
    if (numAffectedRows === 0n) throw refuse('wish_list_full')
  })
}

/** A saved product with another variant is followed by the price of that variant. */
async function followVariant(tx: TransactionContext, userId: string, wish: GuestWish, product: StoreProduct) {
  const { productId, variantId } = wish
  await sql`
    update price_alert a set price_cents = ${priceOf(product, variantId)} from wish w
    where a.user_id = ${userId} and a.product_id = ${productId} and w.user_id = a.user_id and w.product_id = a.product_id
      and w.variant_id is distinct from ${variantId}::uuid`.execute(tx.db)
}

/** Adds a guest's list at the sign-in. Saved products stay as they are; products that left the store and those over the limit are left out. */
export async function joinWishes(
  ctx: Context,
  { productsOf }: WishesPorts,
  { userId, items }: { userId: string; items: readonly GuestWish[] },
): Promise<void> {
  await transact(ctx, async tx => {
    await lockList(tx, userId)
    const ids = items.map(({ productId }) => productId)
    const [products, saved] = await Promise.all([
      productsOf(tx, ids),
      tx.db.selectFrom('wish').select('product_id').where('user_id', '=', userId).execute(),
    ])
    const known = new Set(saved.map(row => row.product_id))
    const rows = new Map(
      items.flatMap(wish => {
        const product = products.get(wish.productId)
        if (!product || known.has(wish.productId)) return []
        const variantId = hasVariant(product, wish.variantId) ? wish.variantId : null
        return [[wish.productId, rowOf(tx, userId, { ...wish, variantId }, product)]]
      }),
    )
    const fitting = [...rows.values()].slice(0, MAX_WISHES - known.size)
    if (fitting.length > 0) await tx.db.insertInto('wish').values(fitting).execute()
  })
}

/** Removes a product and its price alert. A product that is not saved stays so. */
export async function removeWish(ctx: Context, userId: string, productId: string): Promise<void> {
  await transact(ctx, async tx => {
    await stopFollowing(tx, { userId, productId }, 'wish-list')
    await tx.db.deleteFrom('wish').where('user_id', '=', userId).where('product_id', '=', productId).execute()
  })
}

/** Moves the list of a user with its price alerts to another account of the same person, whose own lines stay. */
export async function moveWishes(tx: TransactionContext, { from, into }: { from: string; into: string }) {
  await sql`
    insert into wish (user_id, product_id, variant_id, price_cents, created_at)
    select ${into}, product_id, variant_id, price_cents, created_at from wish where user_id = ${from}
    on conflict (user_id, product_id) do nothing`.execute(tx.db)
  await sql`
    insert into price_alert (user_id, product_id, channel, price_cents, created_at, noticed_at)
    select ${into}, product_id, channel, price_cents, created_at, noticed_at from price_alert where user_id = ${from}
    on conflict (user_id, product_id) do nothing`.execute(tx.db)
  await tx.db.deleteFrom('wish').where('user_id', '=', from).execute()
}

/** Locks the user's row, under which the count is read. A deleted user gets no new rows. */
async function lockList(tx: TransactionContext, userId: string): Promise<void> {
  if (!(await isStillThere(tx, userId, 'no key update'))) throw refuseAny('NotAuthorizedException')
}

const hasVariant = ({ variants }: StoreProduct, variantId: string | null) =>
  variantId === null || variants.some(({ id }) => id === variantId)

function rowOf(tx: TransactionContext, userId: string, wish: GuestWish, { paidCents }: StoreProduct) {
  const { productId, variantId, savedAt, savedPrice } = wish
  const now = tx.now()
  return {
    user_id: userId,
    product_id: productId,
    variant_id: variantId,
    price_cents: savedPrice === undefined ? paidCents : toCents(savedPrice),
    created_at: savedAt && new Date(savedAt) < now ? new Date(savedAt) : now,
  }
}
