import { type RawBuilder, sql } from 'kysely'
import { lowestListedFor } from '#features/cart/prices/shown-price.ts'
import { asc, type KeyColumn, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Settings } from '#kernel/settings.ts'
import { toCents } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { type Facets, type ListQuery, PRICE_RANGES, type ProductList } from '../products/contract.ts'
import { rankOf, type Search, searchWith } from '../search/search.server.ts'
import { IN_STOCK, PRODUCT_COLUMNS, type ProductRow, productOfRow } from './products.server.ts'

/**
 * The products that pass the filters, with the total and the count of each filter choice. Two parallel statements, whatever the
 * page size.
 */
export const listProducts = (ctx: Context, query: ListQuery): Promise<ProductList> =>
  searchWith(ctx, query.q, search => listBy(ctx, query, search))

async function listBy(ctx: Context, query: ListQuery, search: Search): Promise<Omit<ProductList, 'isAlike'>> {
  const rangeOf = rangeOfPrice(ctx.settings)
  const filters = filtersOf(query, rangeOf)
  const [{ shown, nextCursor }, counts] = await Promise.all([
    pageOf(ctx, query, search, filters),
    countsOf(ctx, search, filters, rangeOf),
  ])
  return {
    products: shown.map(row => productOfRow(row, ctx.storage)),
    total: counts.total,
    nextCursor,
    facets: counts.facets,
  }
}

type Filters = Record<'tier' | 'type' | 'category' | 'price' | 'inStock', RawBuilder<unknown>>
const ALL = sql`true`

/** Each filter as a condition on `product p`; an unset filter is true. */
function filtersOf({ tier, type, category, price, inStock }: ListQuery, rangeOf: RawBuilder<unknown>): Filters {
  return {
    tier: tier ? sql`p.tier = ${tier}` : ALL,
    type: type === 'subscription' ? sql`p.is_subscription` : ALL,
    category: category ? sql`p.category = ${category}` : ALL,
    price: price ? sql`${rangeOf} = ${price}` : ALL,
    inStock: inStock ? IN_STOCK : ALL,
  }
}

/** The range of the amount that shoppers see. Memberships have no fee, so their amount is the listed price. */
const rangeOfPrice = (settings: Settings) =>
  sql`case ${sql.join(
    PRICE_RANGES.map(({ id, below }) => {
      if (below === null) return sql`else ${sql.lit(id)}`
      const goods = lowestListedFor(toCents(below), settings)
      const limit = sql`case when p.is_subscription then ${sql.lit(toCents(below))} else ${sql.lit(goods)} end`
      return sql`when p.paid_cents < ${limit} then ${sql.lit(id)}`
    }),
    sql` `,
  )} end`

/** One ascending number for each sort order, or two; ties break by id. */
function sortKeys({ sort }: ListQuery, search: Search): [string, ...string[]] {
  if (sort === 'newest') return ['-extract(epoch from p.created_at)::float8']
  if (sort === 'price-asc') return ['p.paid_cents::float8']
  if (sort === 'price-desc') return ['-p.paid_cents::float8']
  if (sort === 'rating') return ['-(p.rating_total / greatest(p.rating_count, 1)::float8)']
  return rankOf(search)
}

async function pageOf(ctx: Context, query: ListQuery, search: Search, filters: Filters) {
  const [first, ...others] = sortKeys(query, search).map(key => asc(key, 'float8')) as [KeyColumn, ...KeyColumn[]]
  const order = keyset(first, ...others, asc('p.id', 'uuid'))
  const { rows } = await sql<ProductRow & Sorted>`
    select ${PRODUCT_COLUMNS}, ${order.sortKey} from ${search.from}
    where p.archived_at is null and ${sql.join(Object.values(filters), sql` and `)}
      and ${order.after(query.cursor)}
    order by ${order.by} limit ${query.limit + 1} offset ${((query.page ?? 1) - 1) * query.limit}`.execute(ctx.db)
  return order.page(rows, query.limit)
}

type CountRow = { facet: keyof Filters | 'total'; value: string; count: number }

/** Counts each facet over products that pass all filters but its own. */
async function countsOf(
  ctx: Context,
  search: Search,
  filters: Filters,
  rangeOf: RawBuilder<unknown>,
): Promise<{ total: number; facets: Facets }> {
  const { rows } = await sql<CountRow>`
    with found as (
      select p.tier::text as tier, p.category, p.is_subscription, ${rangeOf} as price, ${IN_STOCK} as in_stock,
        ${filters.tier} as by_tier, ${filters.type} as by_type, ${filters.category} as by_category,
        ${filters.price} as by_price, ${filters.inStock} as by_stock
      from ${search.from} where p.archived_at is null
    )
    select 'tier' as facet, tier as value, count(*) from found where by_type and by_category and by_price and by_stock group by 2
    union all
    select 'category', category, count(*) from found where by_tier and by_type and by_price and by_stock group by 2
    union all
    select 'price', price, count(*) from found where by_tier and by_type and by_category and by_stock group by 2
    union all
    select 'type', 'all', count(*) from found where by_tier and by_category and by_price and by_stock
    union all
    select 'type', 'subscription', count(*) from found
      where is_subscription and by_tier and by_category and by_price and by_stock
    union all
    select 'inStock', 'true', count(*) from found where in_stock and by_tier and by_type and by_category and by_price
    union all
    select 'total', '', count(*) from found where by_tier and by_type and by_category and by_price and by_stock`.execute(
    ctx.db,
  )
  const count = (facet: CountRow['facet'], value: string) =>
    rows.find(row => row.facet === facet && row.value === value)?.count ?? 0
  const counted = (facet: CountRow['facet'], values: readonly string[]) =>
    values.map(value => ({ value, count: count(facet, value) }))
  const categories = rows.filter(row => row.facet === 'category').map(row => row.value)
  return {
    total: count('total', ''),
    facets: {
      tier: counted('tier', TIERS),
      type: counted('type', ['all', 'subscription']),
      category: counted('category', categories.sort()),
      price: counted(
        'price',
        PRICE_RANGES.map(range => range.id),
      ),
      inStock: count('inStock', 'true'),
    },
  }
}
