import type { Tier } from '#kernel/values/tiers.ts'

/** A product as a line of the cart. The server prices the cart again, so these prices are for display only. */
export type CartItem = {
  id: string
  variantId?: string | undefined
  name: string
  /** Dollars for one piece. */
  price: number
  /** Dollars for one piece on sale; it takes priority. */
  salesPrice?: number | null | undefined
  quantity: number
  /** Credits of `tier` that one unit earns. */
  entries: number
  tier: Tier
  /** As in the product: a picture URL without width and extension, or null for the logo. */
  image: string | null
  isSubscription: boolean
  interval: 'month' | 'year'
  /** The chosen variant in words: `{ Size: 'L', Colour: 'Coyote' }`. */
  options?: Record<string, string> | undefined
}

/** Quantity limit of a line; larger orders are business orders and are discussed first. */
export const MAX_QUANTITY = 99
/** Limit of lines in a cart, and in an order. */
export const MAX_LINES = 50

/** One line per product and variant. */
export const lineKeyOf = (item: Pick<CartItem, 'id' | 'variantId'>) =>
  item.variantId ? `${item.id}:${item.variantId}` : item.id

/** Dollars for one piece: the sale price when there is one. */
export const unitPriceOf = (item: Pick<CartItem, 'price' | 'salesPrice'>) => item.salesPrice ?? item.price

export const cartCount = (items: readonly CartItem[]) => items.reduce((count, item) => count + item.quantity, 0)

/** Clamps a quantity between 1 and `MAX_QUANTITY`; always 1 for a membership. */
export const heldQuantity = (quantity: number, { isSubscription }: Pick<CartItem, 'isSubscription'>) =>
  isSubscription ? 1 : Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(quantity)))
