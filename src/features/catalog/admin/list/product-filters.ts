import { z } from 'zod'
import { TIERS } from '#kernel/values/tiers.ts'
import { defineFilters, type FiltersOf, searchWords } from '#ui/staff-kit/define-filters.ts'
import { PRODUCT_SORTS, STOCK_STATES } from '../admin-contract.ts'

export const STOCK_WORDS = { in: 'In stock', low: 'Low stock', out: 'Out of stock', stopped: 'Not for sale' } as const
export const TYPE_WORDS = { once: 'Bought once', subscription: 'Subscription', sale: 'On sale' } as const

const shape = {
  q: searchWords(100),
  tier: z.enum(TIERS),
  category: searchWords(60),
  stock: z.enum(STOCK_STATES),
  type: z.enum(['once', 'subscription', 'sale']),
  shown: z.enum(['deleted']),
  sort: z.enum(PRODUCT_SORTS).default('order'),
  way: z.enum(['up', 'down']).default('up'),
}
export type ProductFilters = FiltersOf<typeof shape>

/** Filters of the product list. */
export const PRODUCT_FILTERS = defineFilters(shape, ['sort', 'way'])
