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
  /** Units left, where the browser knows them: few are left, or fewer than the cart asked for. 0 cannot be bought now. */
  left?: number | undefined
  /** The chosen variant in words: `{ Size: 'L', Colour: 'Coyote' }`. */
  options?: Record<string, string> | undefined
}

/** The units that can be bought of an item, as a quote tells them. `first_order` limits the account and says nothing about the stock. */
export type CartLimit = { productId: string; variantId?: string | undefined; left: number; code: string }

/** Quantity limit of a line; larger orders are business orders and are discussed first. */
export const MAX_QUANTITY = 99
/** Limit of lines in a cart, and in an order. */
export const MAX_LINES = 50

/** One line per product and variant. */
export const lineKeyOf = (item: Pick<CartItem, 'id' | 'variantId'>) =>
  item.variantId ? `${item.id}:${item.variantId}` : item.id

/** Dollars for one piece: the sale price when there is one. */
export const unitPriceOf = (item: Pick<CartItem, 'price' | 'salesPrice'>) => item.salesPrice ?? item.price

/** False for a line that is left out at the checkout. */
export const canBeBought = ({ left }: Pick<CartItem, 'left'>) => left !== 0

/** Whether a limit is about a line. A line without a variant belongs to a product with one variant. */
export const isLimitOf = ({ productId, variantId }: CartLimit, line: Pick<CartItem, 'id' | 'variantId'>) =>
  productId === line.id && (!line.variantId || !variantId || variantId === line.variantId)

export const cartCount = (items: readonly CartItem[]) => items.reduce((count, item) => count + item.quantity, 0)

/** Clamps a quantity between 1 and `MAX_QUANTITY` or the units left; always 1 for a membership and for an item that cannot be bought. */
export const allowedQuantity = (quantity: number, { isSubscription, left = MAX_QUANTITY }: Held) =>
  isSubscription ? 1 : Math.max(1, Math.min(MAX_QUANTITY, left, Math.trunc(quantity)))
type Held = Pick<CartItem, 'isSubscription' | 'left'>
