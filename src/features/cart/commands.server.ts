import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { lineKeyOf } from './cart-item.ts'
import { CART_ERRORS, type SaveCartBody, type SavedCart, type SavedItem } from './contract.ts'
import type { CartPorts } from './ports.ts'
import { readSavedCart } from './queries.server.ts'

const refuse = refusals(CART_ERRORS)

/**
 * Saves a user's whole cart in one guarded statement. A line holds at most the units left, and one of a sold-out thing, so that it stays known
 * until it is back. Nothing is held: the checkout decides.
 * @throws cart_changed, with the stored cart, when another device has saved since the given revision.
 */
export async function saveCart(
  ctx: Context,
  { unitsLeftOf }: CartPorts,
  { userId, ...body }: SaveCartBody & { userId: string },
): Promise<SavedCart> {
  const left = await unitsLeftOf(ctx, body.items)
  const items = body.items.map(item => ({ ...item, quantity: Math.min(item.quantity, mostOf(left.get(keyOf(item)))) }))
  const { rows } = await sql<{ revision: number }>`
    insert into saved_cart as c (user_id, items, updated_at)
    values (${userId}, ${JSON.stringify(items)}, ${ctx.now()})
    on conflict (user_id) do update
      set items = excluded.items, revision = c.revision + 1, updated_at = excluded.updated_at
      where ${body.revision ?? null}::int is null or c.revision = ${body.revision ?? null}
    returning revision`.execute(ctx.db)
  if (!rows[0]) throw refuse('cart_changed', { cart: await readSavedCart(ctx, userId) })
  return { items, revision: rows[0].revision, updatedAt: ctx.now().toISOString() }
}

const keyOf = ({ productId, variantId }: SavedItem) => lineKeyOf({ id: productId, variantId })
const mostOf = (left = Number.POSITIVE_INFINITY) => Math.max(1, left)

/**
 * Removes paid lines from the buyer's saved cart; units added since stay. A buyer who closes the
 * browser after paying then gets no cart reminder.
 */
export async function takeBoughtFromCart(
  tx: TransactionContext,
  { userId, bought }: { userId: string; bought: readonly SavedItem[] },
): Promise<void> {
  const { rows } = await sql<{ items: SavedItem[] }>`
    select items from saved_cart where user_id = ${userId} and items <> '[]' for update`.execute(tx.db)
  if (!rows[0]) return
  const left = rows[0].items.flatMap(item => {
    // A line saved without a variant belongs to a product with one variant.
    const paid = bought.find(
      ({ productId, variantId }) =>
        productId === item.productId && (!item.variantId || !variantId || variantId === item.variantId),
    )
    const quantity = item.quantity - (paid?.quantity ?? 0)
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
  await sql`
    update saved_cart set items = ${JSON.stringify(left)}, revision = revision + 1, updated_at = ${tx.now()}
    where user_id = ${userId}`.execute(tx.db)
}
