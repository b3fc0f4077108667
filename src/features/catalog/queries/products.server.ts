import { sql } from 'kysely'
import { mayAsStaff } from '#kernel/api/api.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Storage } from '#kernel/ports/storage.ts'
import { toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import {
  CATALOG_ERRORS,
  DEFAULT_IMAGE,
  type Product,
  TOLD_STOCK,
  type VariantOptions,
  type WrittenProduct,
} from '../products/contract.ts'
import { PRODUCT, type StoredProduct } from '../products/product-fields.ts'

const refuse = refusals(CATALOG_ERRORS)

/** One decimal; 0 without ratings. */
const meanRating = (count: number, total: number): number => count && Math.round((total / count) * 10) / 10

const named = (idOrSlug: string) => (isUuid(idOrSlug) ? sql`p.id = ${idOrSlug}` : sql`p.slug = ${idOrSlug}`)

/**
 * One product of the store by id or slug. Staff who may read products see a draft too.
 * @throws product_not_found, also for an archived product, and for a draft as for an address that never was.
 */
export async function readProduct(ctx: Context, idOrSlug: string): Promise<Product> {
  const isSeen = mayAsStaff(ctx, 'products.read') ? sql`or p.draft_since is not null` : sql``
  const { rows } = await sql<ProductRow>`
    select ${PRODUCT_COLUMNS} from product p where ${named(idOrSlug)} and (p.archived_at is null ${isSeen})`.execute(
    ctx.db,
  )
  if (!rows[0]) throw refuse('product_not_found', (await isDeleted(ctx, idOrSlug)) ? { gone: true } : {})
  return productOfRow(rows[0], ctx.storage)
}

/** The product that staff wrote, a draft too, with its exact state. @throws product_not_found */
export async function readWrittenProduct(ctx: Context, id: string): Promise<WrittenProduct> {
  const { rows } = await sql<ProductRow & { isDraft: boolean }>`
    select ${PRODUCT_COLUMNS}, p.draft_since is not null as "isDraft" from product p
    where p.id = ${id} and (p.archived_at is null or p.draft_since is not null)`.execute(ctx.db)
  if (!rows[0]) throw refuse('product_not_found')
  return { ...productOfRow(rows[0], ctx.storage), isDraft: rows[0].isDraft }
}

/** True for a product that was in the store: its page answers 410, so that search engines forget it. */
async function isDeleted(ctx: DataContext, idOrSlug: string): Promise<boolean> {
  const { rows } = await sql`select from product p where ${named(idOrSlug)} and p.draft_since is null`.execute(ctx.db)
  return rows.length > 0
}

export type ProductRating = { productId: string; slug: string; rating: number; count: number; stars: number[] }

/**
 * The sums of a product's published reviews; `stars` counts them from one star to five.
 * @throws product_not_found, also for an archived product.
 */
export async function readRating(ctx: DataContext, idOrSlug: string): Promise<ProductRating> {
  const { rows } = await sql<{ id: string; slug: string; count: number; total: number; stars: number[] }>`
    select id, slug, rating_count as count, rating_total as total, rating_stars as stars
    from product p where ${named(idOrSlug)} and p.archived_at is null`.execute(ctx.db)
  if (!rows[0]) throw refuse('product_not_found', (await isDeleted(ctx, idOrSlug)) ? { gone: true } : {})
  const { id, slug, count, total, stars } = rows[0]
  return { productId: id, slug, rating: meanRating(count, total), count, stars }
}

/** Up to four similar products in stock: in its category first, then in its tier, nearest in price. */
export async function listSimilarProducts(ctx: Context, idOrSlug: string): Promise<Product[]> {
  const { rows } = await sql<ProductRow>`
    select ${PRODUCT_COLUMNS} from product p, (select id, category, tier, paid_cents from product p
      where ${named(idOrSlug)} and p.draft_since is null) this
    where p.archived_at is null and p.id <> this.id and (p.category = this.category or p.tier = this.tier) and ${IN_STOCK}
    order by p.category = this.category desc, abs(p.paid_cents - this.paid_cents), p.id limit 4`.execute(ctx.db)
  return rows.map(row => productOfRow(row, ctx.storage))
}

type VariantRow = {
  id: string
  sku: string
  options: VariantOptions
  price_cents: number | null
  weight_grams: number | null
  /** Units that are neither sold nor held; null when stock is not counted. */
  free: number | null
  picture_key: string | null
}

export type ProductRow = Pick<
  StoredProduct,
  (typeof PRODUCT.columns)[number] | 'id' | 'rating_count' | 'rating_total'
> & {
  pictures: { key: string; alt: string; placeholder: string; width: number; height: number }[]
  variants: VariantRow[]
}

/** All shown columns of a `product p`, with its pictures and variants in one statement. */
export const PRODUCT_COLUMNS = sql`
  p.id, p.rating_count, p.rating_total, ${sql.join(PRODUCT.columns.map(column => sql.ref(`p.${column}`)))},
  coalesce((
    select json_agg(json_build_object('key', i.picture_key, 'alt', i.alt, 'placeholder', f.placeholder,
      'width', f.width, 'height', f.height) order by i.position)
    from product_image i join picture f on f.key = i.picture_key where i.product_id = p.id), '[]') as pictures,
  coalesce((
    select json_agg(json_build_object('id', v.id, 'sku', v.sku, 'options', v.options,
      'price_cents', case when not p.is_subscription then v.price_cents end, 'weight_grams', v.weight_grams,
      'free', v.stock_on_hand - v.held, 'picture_key', v.picture_key) order by v.position, v.id)
    from product_variant v where v.product_id = p.id and v.archived_at is null), '[]') as variants`

/** Whether any variant of a `product p` is in stock. */
export const IN_STOCK = sql`(p.for_sale and exists (
  select from product_variant v where v.product_id = p.id and v.archived_at is null
    and (v.stock_on_hand is null or v.stock_on_hand > v.held)))`

export const imageOf = (key: string) => `s3:${key}`

/** Maps a row to the API's product. */
export function productOfRow(row: ProductRow, storage: Pick<Storage, 'publicUrl'>): Product {
  const images = row.pictures.map(picture => imageOf(picture.key))
  const variants = row.variants.map(({ id, sku, options, price_cents, weight_grams, free, picture_key }) => ({
    id,
    sku,
    options,
    price: price_cents === null ? null : toDollars(price_cents),
    weightGrams: weight_grams,
    inStock: row.for_sale && free !== 0,
    stock: free !== null && free <= TOLD_STOCK ? free : null,
    image: picture_key && imageOf(picture_key),
  }))
  return {
    id: row.id,
    ...PRODUCT.valuesOfRow(row),
    rating: meanRating(row.rating_count, row.rating_total),
    reviews: row.rating_count,
    inStock: variants.some(variant => variant.inStock),
    image: images[0] ?? DEFAULT_IMAGE,
    images,
    pictures: row.pictures.map(({ key, ...picture }) => ({
      image: imageOf(key),
      src: storage.publicUrl(key),
      ...picture,
    })),
    variants,
  }
}
