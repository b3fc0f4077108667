import { type Cents, toDollars } from '#kernel/values/money.ts'
import { type Breakdown, type PricedLine, worthOf } from './prices.ts'
import type { RefundedParts } from './refunded-parts.ts'

/** The parts of a price in the API's form, in dollars. */
export const priceShown = ({ subtotal, discount, fee, shipping, tax, total }: Breakdown) => ({
  subtotal: toDollars(subtotal),
  discount: toDollars(discount),
  fee: {
    amount: toDollars(fee.amount),
    clientShare: toDollars(fee.clientShare),
    platformShare: toDollars(fee.platformShare),
  },
  shipping: toDollars(shipping),
  tax: toDollars(tax),
  total: toDollars(total),
})

type ShownLine = PricedLine & {
  productId: string
  variantId: string
  name: string
  options: Record<string, string>
  image: string | null
  /** The line's share of the order's discount, for all pieces. */
  discountCents: Cents
}

/** A line in the API's form, in dollars. */
export const lineShown = (line: ShownLine) => ({
  productId: line.productId,
  variantId: line.variantId,
  name: line.name,
  options: line.options,
  image: line.image,
  tier: line.tier,
  price: toDollars(line.listCents),
  salesPrice: line.saleCents === null ? null : toDollars(line.saleCents),
  quantity: line.quantity,
  entries: line.entries,
  total: toDollars(worthOf(line)),
  discount: toDollars(line.discountCents),
})

/** The parts of a refund in the API's form, in dollars. */
export const refundPartsShown = (parts: RefundedParts) => ({
  subtotal: toDollars(parts.subtotal),
  discount: toDollars(parts.discount),
  fee: {
    amount: toDollars(parts.feeClient + parts.feePlatform),
    clientShare: toDollars(parts.feeClient),
    platformShare: toDollars(parts.feePlatform),
  },
  shipping: toDollars(parts.shipping),
  tax: toDollars(parts.tax),
  amount: toDollars(parts.amount),
})
