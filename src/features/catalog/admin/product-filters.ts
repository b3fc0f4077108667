import { TIERS, type Tier } from '#platform/tiers.ts'
import { type AdminProductsQuery, PRODUCT_SORTS, STOCK_STATES } from '../admin-contract.ts'

type Sort = AdminProductsQuery['sort']

/** Filters of the product list, as stored in the URL, which leaves out empty texts. */
export type ProductFilters = {
  q: string
  tier: Tier | ''
  category: string
  stock: NonNullable<AdminProductsQuery['stock']> | ''
  type: NonNullable<AdminProductsQuery['type']> | ''
  shown: 'deleted' | ''
  sort: Sort
  way: 'up' | 'down'
}

export const NAMES = ['q', 'tier', 'category', 'stock', 'type', 'shown', 'sort', 'way'] as const
const FIRST = { sort: 'order', way: 'up' } as const

export const STOCK_WORDS = { in: 'In stock', low: 'Low stock', out: 'Out of stock', stopped: 'Not for sale' } as const
export const TYPE_WORDS = { once: 'Bought once', subscription: 'Subscription', sale: 'On sale' } as const

const oneOf = <T extends string>(value: string | null, known: readonly T[]): T | '' =>
  known.find(one => one === value) ?? ''

/** Reads the filters from a URL. Ignores values that are no valid filter. */
export function filtersOf(params: URLSearchParams): ProductFilters {
  return {
    q: (params.get('q') ?? '').slice(0, 100),
    tier: oneOf(params.get('tier'), TIERS),
    category: (params.get('category') ?? '').slice(0, 60),
    stock: oneOf(params.get('stock'), STOCK_STATES),
    type: oneOf(params.get('type'), ['once', 'subscription', 'sale']),
    shown: oneOf(params.get('shown'), ['deleted']),
    sort: oneOf(params.get('sort'), PRODUCT_SORTS) || FIRST.sort,
    way: oneOf(params.get('way'), ['up', 'down']) || FIRST.way,
  }
}

/** The URL with changed filters; other parameters stay. */
export function withFilters(params: URLSearchParams, change: Partial<ProductFilters>): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value && value !== FIRST[name as keyof typeof FIRST]) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** The URL without filters; the sort order stays. */
export const withoutFilters = (params: URLSearchParams) =>
  withFilters(params, { q: '', tier: '', category: '', stock: '', type: '', shown: '' })

/** Query parameters of the API. */
export function queryOf(filters: ProductFilters): Record<string, string> {
  const trimmed = { ...filters, q: filters.q.trim() }
  return Object.fromEntries(NAMES.map(name => [name, trimmed[name]]).filter(([, value]) => value))
}

/** Query parameters of the export, which has its own order. */
export const exportQueryOf = ({ sort: _, way: __, ...filters }: ProductFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim()))

/** Whether any filter is set. */
export const isFiltered = (filters: ProductFilters) => Object.keys(exportQueryOf(filters)).length > 0
