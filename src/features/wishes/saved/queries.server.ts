import { sql } from 'kysely'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Wish, WishIds } from '../contract.ts'
import type { StoreProduct, WishesPorts } from '../ports.ts'
import { inStock } from '../rules.ts'

/** The saved products alone, for the hearts of a page. */
export async function listWishIds({ db }: Context, userId: string): Promise<WishIds['items']> {
  return db
    .selectFrom('wish')
    .select(['product_id as productId', 'variant_id as variantId'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('product_id')
    .execute()
}

const NEWEST = keyset(desc('w.created_at', 'timestamptz'), desc('w.product_id', 'uuid'))

type Row = { productId: string; variantId: string | null; cents: number; savedAt: Date } & Sorted

/** A user's wish list with the products of today, last saved first. @throws invalid_input for an unknown cursor. */
export async function listWishes(
  ctx: Context,
  { productsOf, namesOf }: WishesPorts,
  { userId, cursor, limit }: { userId: string; cursor?: string | undefined; limit: number },
) {
  const [{ rows }, { total }] = await Promise.all([
    sql<Row>`
      select w.product_id as "productId", w.variant_id as "variantId", w.price_cents as cents, w.created_at as "savedAt",
        ${NEWEST.sortKey}
      from wish w where w.user_id = ${userId} and ${NEWEST.after(cursor)} order by ${NEWEST.by} limit ${limit + 1}`.execute(
      ctx.db,
    ),
    ctx.db
      .selectFrom('wish')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  const { shown, nextCursor } = NEWEST.page(rows, limit)
  const ids = shown.map(({ productId }) => productId)
  const [products, names] = await Promise.all([productsOf(ctx, ids), namesOf(ctx, ids)])
  const items = shown.map(row => wishOf(row, products.get(row.productId), names.get(row.productId) ?? 'A product'))
  return { items, total, nextCursor }
}

/** The API tells exact stock up to this number, as the store does. */
const TOLD = 10

function wishOf({ productId, variantId, cents, savedAt }: Row, product: StoreProduct | undefined, name: string): Wish {
  const saved = { productId, name, savedAt: savedAt.toISOString(), savedPrice: toDollars(cents) }
  if (!product) return { ...saved, variantId: null, options: {}, state: 'gone', left: null, product: null }
  const chosen =
    product.variants.length === 1 ? product.variants[0] : product.variants.find(({ id }) => id === variantId)
  const isGone = variantId !== null && !product.variants.some(({ id }) => id === variantId)
  const buyable = inStock(product)
  const isInStock = chosen ? buyable.includes(chosen.id) : buyable.length > 0
  const free = chosen?.free ?? null
  return {
    ...saved,
    variantId: chosen?.id ?? null,
    options: chosen?.options ?? {},
    state: isGone ? 'variant_gone' : isInStock ? 'in_stock' : 'sold_out',
    left: isInStock && free !== null && free <= TOLD ? free : null,
    product: {
      slug: product.slug,
      tier: product.tier,
      price: toDollars(product.priceCents),
      salesPrice: product.salePriceCents === null ? null : toDollars(product.salePriceCents),
      entries: product.entries,
      isSubscription: product.isSubscription,
      interval: product.interval,
      image: product.image,
    },
  }
}
