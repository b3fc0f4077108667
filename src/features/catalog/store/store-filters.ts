import { type PriceRules, priceFilterName } from '#features/cart/prices/shown-price.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'

/** The filters in a store URL. Invalid values are ignored, because people edit URLs by hand. */
export type StoreFilters = {
  q: string
  tier: Tier | null
  type: 'all' | 'subscription'
  category: string | null
  price: PriceRange | null
  inStock: boolean
  sort: Sort
  page: number
}

export const SORT_NAMES = {
  featured: 'Featured',
  newest: 'Newest',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  rating: 'Best rated',
} as const
export type Sort = keyof typeof SORT_NAMES

export const PRICE_NAMES = {
  'under-25': 'Under $25',
  '25-50': '$25 to $50',
  '50-100': '$50 to $100',
  '100-250': '$100 to $250',
  'from-250': '$250 and more',
} as const
export type PriceRange = keyof typeof PRICE_NAMES

/** Products per page: fills rows of two, three and four. */
export const PAGE_SIZE = 12

const oneOf = <T extends string>(values: readonly T[], asked: string | null): T | null =>
  values.find(value => value.toLowerCase() === asked?.toLowerCase()) ?? null

export function readFilters(params: URLSearchParams): StoreFilters {
  return {
    q: params.get('q')?.trim().slice(0, 100) ?? '',
    tier: oneOf(TIERS, params.get('tier')),
    type: oneOf(['subscription'], params.get('type')?.replace(/s$/i, '') ?? null) ?? 'all',
    category: params.get('category')?.trim().slice(0, 60) || null,
    price: oneOf(Object.keys(PRICE_NAMES) as PriceRange[], params.get('price')),
    inStock: params.get('inStock') === 'true',
    sort: oneOf(Object.keys(SORT_NAMES) as Sort[], params.get('sort')) ?? 'featured',
    page: Math.min(10_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
  }
}

/** URL parameters in a fixed order and without defaults, so that one list has one URL. */
export function paramsOf(filters: StoreFilters): Record<string, string> {
  return {
    ...(filters.q && { q: filters.q }),
    ...(filters.tier && { tier: filters.tier }),
    ...(filters.type !== 'all' && { type: filters.type }),
    ...(filters.category && { category: filters.category }),
    ...(filters.price && { price: filters.price }),
    ...(filters.inStock && { inStock: 'true' }),
    ...(filters.sort !== 'featured' && { sort: filters.sort }),
    ...(filters.page > 1 && { page: String(filters.page) }),
  }
}

/** The store URL with changed filters; any change but the page number returns to the first page. */
export function storeLink(filters: StoreFilters, change: Partial<StoreFilters>): string {
  const query = new URLSearchParams(paramsOf({ ...filters, page: 1, ...change })).toString()
  return query ? `/store?${query}` : '/store'
}

export type ActiveFilter = { name: string; without: Partial<StoreFilters> }

/** The set filters in words, each with the link that removes it. */
export function activeFilters(filters: StoreFilters, rules: PriceRules): ActiveFilter[] {
  const active: (ActiveFilter | false | '' | null)[] = [
    filters.q && { name: `“${filters.q}”`, without: { q: '' } },
    filters.type === 'subscription' && { name: 'Subscriptions', without: { type: 'all' } },
    filters.tier && { name: filters.tier, without: { tier: null } },
    filters.category && { name: filters.category, without: { category: null } },
    filters.price && {
      name: `${priceFilterName(rules)}: ${PRICE_NAMES[filters.price]}`,
      without: { price: null },
    },
    filters.inStock && { name: 'In stock', without: { inStock: false } },
  ]
  return active.filter(filter => !!filter)
}
