import type { Tier } from '#platform/tiers.ts'

/** What one line of the cart remembers of a product; the server prices the cart anew, so prices here are for the eye. */
export type CartItem = {
  /** The product's id. */
  id: string
  variantId?: string | undefined
  name: string
  /** Dollars for one piece. */
  price: number
  /** Dollars for one piece on sale; it takes priority. */
  salesPrice?: number | null | undefined
  quantity: number
  /** Credits of `tier` that one piece earns. */
  entries: number
  tier: Tier
  /** As in the product: the address of a picture without width and ending, or null for the logo. */
  image: string | null
  isSubscription: boolean
  interval: 'month' | 'year'
  /** The chosen variant in words: `{ Size: 'L', Colour: 'Coyote' }`. */
  options?: Record<string, string> | undefined
}

/** More of one thing than this is a business order, and talked about first. */
export const MAX_QUANTITY = 99
/** Different things in one cart; an order takes as many. */
export const MAX_LINES = 50

/** One line per product and variant. */
export const lineKeyOf = (item: Pick<CartItem, 'id' | 'variantId'>) =>
  item.variantId ? `${item.id}:${item.variantId}` : item.id

/** Dollars for one piece: the sale price when there is one. */
export const unitPriceOf = (item: Pick<CartItem, 'price' | 'salesPrice'>) => item.salesPrice ?? item.price

/** How many pieces are in a cart. */
export const cartCount = (items: readonly CartItem[]) => items.reduce((count, item) => count + item.quantity, 0)

/** Keeps a quantity between 1 and the most that can be ordered; of a membership there is one. */
export const heldQuantity = (quantity: number, { isSubscription }: Pick<CartItem, 'isSubscription'>) =>
  isSubscription ? 1 : Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(quantity)))
