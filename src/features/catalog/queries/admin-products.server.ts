import { type RawBuilder, sql } from 'kysely'
import { readWaitingCounts } from '#features/wishes/stock-alerts/queries.server.ts'
import { asc, desc, type KeyColumn, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import { refusals } from '#platform/errors.ts'
import type { AdminProduct, AdminProductFilters, AdminProductsQuery } from '../products/admin-contract.ts'
import { CATALOG_ERRORS, TOLD_STOCK } from '../products/contract.ts'
import { IN_STOCK, imageOf, PRODUCT_COLUMNS, type ProductRow, productOfRow } from './products.server.ts'

const refuse = refusals(CATALOG_ERRORS)

type Row = ProductRow & {
  counted: { id: string; stockOnHand: number | null; held: number; place: string | null }[]
  version: number
  updated_at: Date
  archived_at: Date | null
  draft_since: Date | null
}

const COLUMNS = sql`
  ${PRODUCT_COLUMNS}, p.version, p.updated_at, p.archived_at, p.draft_since,
  coalesce((
    select json_agg(json_build_object('id', v.id, 'stockOnHand', v.stock_on_hand, 'held', v.held, 'place', v.place))
    from product_variant v where v.product_id = p.id and v.archived_at is null), '[]') as counted`

/** Each sort has its index (db/migrations/0009_catalog.sql). Products without a display order come last. */
function sorted({ sort, way }: Pick<AdminProductsQuery, 'sort' | 'way'>) {
  const column = way === 'down' ? desc : asc
  const keys: Record<AdminProductsQuery['sort'], [KeyColumn, ...KeyColumn[]]> = {
    order: [column('coalesce(p.display_order, 2147483647)', 'integer'), column('p.placement', 'float8')],
    name: [column('lower(p.name) collate "C"', 'text')],
    price: [column('p.paid_cents', 'integer')],
    changed: [column('p.updated_at', 'timestamptz')],
  }
  return keyset(...keys[sort], column('p.id', 'uuid'))
}

const SUGGESTIONS = 8
const COUNTED = 1000

/** A page of the catalogue for staff: products with their exact stock. */
export async function listAdminProducts(ctx: Context, query: AdminProductsQuery) {
  const where = filtersOf(query)
  const [found, counted, freeDisplayOrders, categories] = await Promise.all([
    pageOf(ctx, where, query),
    sql<{ total: number }>`
      select count(*) as total from (select from product p where ${where} limit ${COUNTED}) found`.execute(ctx.db),
    freeOrders(ctx),
    sql<{ category: string }>`
      select distinct category from product where archived_at is null order by category limit 200`.execute(ctx.db),
  ])
  const waiting = await readWaitingCounts(
    ctx,
    found.shown.map(({ id }) => id),
  )
  return {
    products: found.shown.map(row => ({ ...adminProduct(row, ctx), waiting: waiting.get(row.id) ?? 0 })),
    nextCursor: found.nextCursor,
    total: counted.rows[0]!.total,
    freeDisplayOrders,
    categories: categories.rows.map(({ category }) => category),
  }
}

/** One product for staff, also a draft and when archived. @throws product_not_found */
export async function readAdminProduct(ctx: DataContext, id: string): Promise<AdminProduct> {
  const [product] = await listAdminProductsByIds(ctx, [id])
  if (!product) throw refuse('product_not_found')
  return product
}

/** The products with these ids, unordered. */
export async function listAdminProductsByIds(ctx: DataContext, ids: readonly string[]): Promise<AdminProduct[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from product p where p.id = any(${ids}::uuid[])`.execute(ctx.db)
  return rows.map(row => adminProduct(row, ctx))
}

const BATCH = 200

/** All products that pass the filters, in batches by id, so that memory use stays constant. */
export async function* listAllAdminProducts(ctx: Context, filters: AdminProductFilters): AsyncGenerator<AdminProduct> {
  const where = filtersOf(filters)
  for (let last: string | undefined; ; ) {
    const { rows } = await sql<Row>`
      select ${COLUMNS} from product p where ${where} and ${last ? sql`p.id > ${last}` : sql`true`}
      order by p.id limit ${BATCH}`.execute(ctx.db)
    for (const row of rows) yield adminProduct(row, ctx)
    if (rows.length < BATCH) return
    last = rows.at(-1)!.id
  }
}

async function pageOf(ctx: Context, where: RawBuilder<unknown>, query: AdminProductsQuery) {
  const order = sorted(query)
  const { rows } = await sql<Row & Sorted>`
    select ${COLUMNS}, ${order.sortKey} from product p where ${where} and ${order.after(query.cursor)}
    order by ${order.by} limit ${query.limit + 1}`.execute(ctx.db)
  return order.page(rows, query.limit)
}

/** Pattern for a text anywhere within a column. */
const within = (text: string) => `%${escapeLike(text.toLowerCase())}%`

/** Condition on `product p`: for sale, with a variant that has few free units or none. */
export const LOW_STOCK = sql`p.for_sale and exists (
  select from product_variant v where v.product_id = p.id and v.archived_at is null
    and v.stock_on_hand - v.held <= ${TOLD_STOCK})`

const STOCK = {
  in: IN_STOCK,
  low: LOW_STOCK,
  out: sql`p.for_sale and not ${IN_STOCK}`,
  stopped: sql`not p.for_sale`,
}
const TYPE = {
  once: sql`not p.is_subscription`,
  subscription: sql`p.is_subscription`,
  sale: sql`p.sale_price_cents is not null`,
}

const SHOWN = {
  store: sql`p.archived_at is null`,
  draft: sql`p.draft_since is not null`,
  deleted: sql`p.archived_at is not null and p.draft_since is null`,
}

/** The filters as a condition on `product p`. */
function filtersOf({ q, tier, category, stock, type, shown }: AdminProductFilters): RawBuilder<unknown> {
  const conditions = [SHOWN[shown]]
  if (tier) conditions.push(sql`p.tier = ${tier}`)
  if (category) conditions.push(sql`p.category = ${category}`)
  if (stock) conditions.push(STOCK[stock])
  if (type) conditions.push(TYPE[type])
  if (q)
    conditions.push(sql`p.id in (
      select id from product where lower(name) like ${within(q)}
      union all select product_id from product_variant where lower(sku) like ${within(q)} and archived_at is null)`)
  return sql.join(conditions, sql` and `)
}

function adminProduct(row: Row, ctx: DataContext): AdminProduct {
  const counted = new Map(row.counted.map(variant => [variant.id, variant]))
  return {
    ...productOfRow(row, ctx.storage),
    forSale: row.for_sale,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    isDraft: row.draft_since !== null,
    deletedAt: row.draft_since ? null : (row.archived_at?.toISOString() ?? null),
    variants: row.variants.map(({ id, sku, options, price_cents, weight_grams, picture_key }) => ({
      id,
      sku,
      options,
      price: price_cents === null ? null : toDollars(price_cents),
      weightGrams: weight_grams,
      place: counted.get(id)!.place,
      stockOnHand: counted.get(id)!.stockOnHand,
      held: counted.get(id)!.held,
      image: picture_key && imageOf(picture_key),
    })),
  }
}

/** The form suggests the first 8 free display orders. */
async function freeOrders(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from generate_series(1, (select count(*) from product where archived_at is null) + ${SUGGESTIONS}) n
    where not exists (select from product where display_order = n and archived_at is null)
    order by n limit ${SUGGESTIONS}`.execute(ctx.db)
  return rows.map(row => row.n)
}
