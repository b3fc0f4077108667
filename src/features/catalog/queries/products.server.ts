import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { CATALOG_ERRORS, type Product, type Review, type ReviewsQuery } from '../contract.ts'
import { IN_STOCK, PRODUCT_COLUMNS, type ProductRow, productOfRow } from '../products/product-row.server.ts'

const refuse = refusals(CATALOG_ERRORS)

const named = (idOrSlug: string) => (isUuid(idOrSlug) ? sql`p.id = ${idOrSlug}` : sql`p.slug = ${idOrSlug}`)

/**
 * One product of the store by id or slug.
 * @throws product_not_found, also for an archived product.
 */
export async function productOf(ctx: Context, idOrSlug: string): Promise<Product> {
  const { rows } = await sql<ProductRow>`
    select ${PRODUCT_COLUMNS} from product p where ${named(idOrSlug)} and p.archived_at is null`.execute(ctx.db)
  if (!rows[0]) throw refuse('product_not_found')
  return productOfRow(rows[0], ctx.storage)
}

/** Up to four similar products in stock: in its category first, then in its tier, nearest in price. */
export async function similarProducts(ctx: Context, idOrSlug: string): Promise<Product[]> {
  const { rows } = await sql<ProductRow>`
    select ${PRODUCT_COLUMNS} from product p, (select id, category, tier, paid_cents from product p where ${named(idOrSlug)}) this
    where p.archived_at is null and p.id <> this.id and (p.category = this.category or p.tier = this.tier) and ${IN_STOCK}
    order by p.category = this.category desc, abs(p.paid_cents - this.paid_cents), p.id limit 4`.execute(ctx.db)
  return rows.map(row => productOfRow(row, ctx.storage))
}

/** Sort orders of reviews; ties put the newest first. */
const REVIEW_ORDER = { newest: sql``, highest: sql`rating desc,`, lowest: sql`rating,` }

/** Written reviews of a product, and their number. */
export async function reviewsOf(ctx: Context, idOrSlug: string, { limit, page, sort }: ReviewsQuery) {
  const { id } = await productOf(ctx, idOrSlug)
  const { rows } = await sql<Omit<Review, 'date'> & { at: Date; n: number }>`
    select id, author, rating, title, body, created_at as at, count(*) over () as n from review where product_id = ${id}
    order by ${REVIEW_ORDER[sort]} created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.db)
  return {
    productId: id,
    reviews: rows.map(({ at, n: _, ...review }) => ({ ...review, date: at.toISOString() })),
    total: rows[0]?.n ?? 0,
  }
}
