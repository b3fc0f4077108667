import type { Cents } from '#kernel/values/money.ts'
import type { Options, StoreProduct } from './ports.ts'

/** Limit of a wish list. */
export const MAX_WISHES = 200
/** Limit of a guest's list in the browser, and of one join. */
export const MAX_GUEST_WISHES = 50

/** Days that a request to be told waits for the stock. */
export const ALERT_DAYS = 180
/** Days that a guest has to confirm a request. */
export const CONFIRM_DAYS = 7
/** Limit of open requests of a user. */
export const MAX_ALERTS = 100

/** The price of one unit of a variant; of the product while none is chosen. */
export const priceOf = (
  { paidCents, variants }: Pick<StoreProduct, 'paidCents' | 'variants'>,
  variantId: string | null,
): Cents => variants.find(({ id }) => id === variantId)?.priceCents ?? paidCents

type Stocked = Pick<StoreProduct, 'forSale' | 'variants'>

/** The ids of the variants that can be ordered now. */
export const inStock = ({ forSale, variants }: Stocked): string[] =>
  forSale ? variants.filter(({ free }) => free !== 0).map(({ id }) => id) : []

/** A product with its chosen options: "Star Fort Hoodie (Coyote, XL)". */
export function thingName(name: string, { color, size }: Options = {}): string {
  const options = [color, size].filter(Boolean).join(', ')
  return options ? `${name} (${options})` : name
}

/** The product's page with the options chosen. */
export function productPath(slug: string, { size, color }: Options = {}): string {
  const query = new URLSearchParams({ ...(size && { size }), ...(color && { color }) }).toString()
  return `/product/${slug}${query && `?${query}`}`
}
