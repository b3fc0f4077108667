import { z } from 'zod'
import { BOUGHT_KINDS } from '#features/legal/rules.ts'
import { model } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import {
  badGateway,
  badRequest,
  conflict,
  type ErrorTable,
  forbidden,
  notFound,
  serviceUnavailable,
} from '#platform/errors.ts'
import { OrderRefund, StaffRefund, TierCounts } from './money/contract.ts'
import { ORDER_ACTIONS } from './order-actions.ts'
import { DISPUTE_BLOCKS, FULFILMENTS, ORDER_EVENTS, ORDER_STATUSES, PAYMENT_STATUSES, shownState } from './standing.ts'

export const ORDER_ERRORS = {
  cart_empty: badRequest('Your cart is empty. Please add items before checkout.'),
  webhook_refused: badRequest('This is not a webhook of our payment provider.'),
  under_age: forbidden('You must be {age} or older to complete this purchase'),
  /** The address on file is of the time when the shop shipped there. */
  address_not_served: conflict('{sentence} Please change your shipping address in your profile.'),
  /** No method of shipping serves the cart at its address; `sentence` says why. */
  not_shipped: conflict('{sentence}'),
  /** Shipping is priced by the address. */
  address_first: conflict('Please add the address that we ship to. The price of shipping depends on it.'),
  /** A corrected address in another zone of shipping than the one that was paid. */
  other_zone: conflict(
    'You paid for shipping to {from}, and {to} has a price of its own. Cancel this order and place it again, or write to us.',
  ),
  order_not_found: notFound('We could not find this order.'),
  own_order: forbidden('This is an order of your own. Another member of staff decides about it.'),
  own_terms: forbidden(
    'You set the price or the credits of {names}. Staff earn no credits at terms that they set. Another member of staff can set them.',
  ),
  price_changed: conflict('Prices have changed. Please check the new total before you pay.'),
  /** A text that the buyer accepts by paying became another one after the page was opened. Details: `versions` in force. */
  texts_changed: conflict('We published a new version of our {names}. Please read it, then pay again.'),
  /** Details of both: `names`, and `quote` of what can be bought. The checkout waits for the shopper's second press. */
  item_unavailable: conflict('{changes} Please check the changed order before you pay.'),
  out_of_stock: conflict('{changes} Please check the changed order before you pay.'),
  one_membership: conflict('A membership is bought one at a time. Please keep only one in your cart.'),
  already_member: conflict('You already have an active membership.'),
  payment_due: conflict('Your last membership payment failed. Try it again, or cancel the membership first.'),
  /** Totals of 1 to 49 cents: the provider's minimum is 50 cents. */
  total_too_small: conflict('A total below $0.50 cannot be charged. Please add something to your cart.'),
  /** The provider's upper limit per charge. */
  total_too_large: conflict('A total above $999,999.99 cannot be charged at once. Please order less.'),
  already_paid: conflict('This cart has just been paid for: {reference}.'),
  order_closed: conflict('This order is no longer waiting for a payment.'),
  gateway_not_configured: conflict('Payment not configured.'),
  too_many_unpaid: conflict('Until your first order is paid, you can order at most 10 of one thing.'),
  too_many_open: conflict('Other payments of yours are just being opened. Please try again.'),
  order_lost: serviceUnavailable('Your order could not be saved, and nothing was charged. Please try again.'),
  checkout_not_started: badGateway('Unable to start checkout. Please try again.'),
} as const satisfies ErrorTable

/** Refusals of a change of an order's state. */
export const MOVE_ERRORS = {
  /** Another request was first, or the order was never in that state. `status` is its current status. */
  order_moved: conflict('This order is {status} now. Please look at it again.'),
  cancel_asked: conflict('The buyer asked to cancel this order. Cancel it or keep it first.'),
  not_asked: conflict('No request to cancel this order waits.'),
  nothing_to_send: conflict('This order has nothing to ship.'),
  address_missing: conflict('This order has no shipping address. Ask its buyer for one first.'),
  sent_already: conflict('This order was already shipped. Refund it instead.'),
  payment_open: conflict('This order is being paid at this moment. Please try again in a minute.'),
  not_in_review: conflict('This order is not held for checking.'),
  payment_unclear: conflict('The payment provider has no payment for this order that could be taken.'),
  order_disputed: conflict('The payment of this order is disputed. It is blocked until the bank decides.'),
  provider_away: badGateway('The payment provider cannot be reached. Please try again.'),
} as const satisfies ErrorTable

/** Billing interval of a membership. */
export const interval = z.enum(['month', 'year'])

const Options = z.record(z.string(), z.string())
const Fee = z.object({ amount: z.number(), clientShare: z.number(), platformShare: z.number() })

/** The parts of a price in dollars; total = subtotal − discount + fee + shipping + tax. */
export const priceParts = {
  subtotal: z.number(),
  discount: z.number(),
  fee: Fee,
  shipping: z.number(),
  tax: z.number(),
  total: z.number(),
}

/** A line of a price, in dollars. */
export const pricedLine = {
  productId: z.string(),
  variantId: z.string(),
  name: z.string(),
  /** The chosen variant: `{ size: 'L' }`. */
  options: Options,
  image: z.string().nullable(),
  tier: z.enum(TIERS),
  /** Dollars per piece before a sale. */
  price: z.number(),
  /** Dollars per piece on sale. */
  salesPrice: z.number().nullable(),
  quantity: z.int(),
  /** Credits of the tier per piece. */
  entries: z.int(),
  total: z.number(),
  /** The line's share of the order's discount in dollars, for all pieces. */
  discount: z.number(),
}

const orderHead = {
  id: z.string(),
  reference: z.string(),
  /** The buyer sees an order held for checking as pending. */
  status: z.enum(ORDER_STATUSES.map(shownState)),
  paymentStatus: z.enum(PAYMENT_STATUSES.map(shownState)),
  fulfilment: z.enum(FULFILMENTS),
  date: z.iso.datetime(),
  total: z.number(),
  /** Dollars of the total that were or will be refunded. */
  refunded: z.number(),
  dispute: z.enum(DISPUTE_BLOCKS).nullable(),
}

export const OrderList = model('OrderList', {
  orders: z.array(z.object({ ...orderHead, pieces: z.int(), names: z.array(z.string()) })),
  nextCursor: z.string().nullable(),
})

export const ShipTo = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
})
export type ShipTo = z.infer<typeof ShipTo>

/** Public details of an event: parcel tracking or refunded amounts, in dollars. */
const EventDetail = z
  .object({
    carrier: z.string(),
    trackingNumber: z.string(),
    trackingUrl: z.string(),
    amount: z.number(),
    credits: TierCounts.partial(),
    entriesRemoved: z.int(),
    /** The state of a new address. */
    state: z.string(),
  })
  .partial()

const OrderEvent = z.object({ kind: z.enum(ORDER_EVENTS.map(shownState)), at: z.iso.datetime(), detail: EventDetail })

/** Fields for staff, in addition to the buyer's view. */
const OrderForStaff = z.object({
  userId: z.string(),
  /** State and rate of the tax; null if not recorded. */
  taxState: z.string().nullable(),
  taxRate: z.number().nullable(),
  /** The tax that the address asks for, where it came or changed after the payment; null elsewhere. `borne` is paid by the shop, in dollars. */
  taxOwed: z.object({ state: z.string(), rate: z.number(), borne: z.number() }).nullable(),
  /** The buyer; the phone is null without one, and the name says so of a deleted account. */
  buyer: z.object({ name: z.string(), phone: z.string().nullable() }),
  sessionId: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  /** The whole time line with notes and actors. `actor` is null for the shop itself and for the shopper. */
  events: z.array(OrderEvent.extend({ note: z.string().nullable(), actor: z.string().nullable() })),
  refunds: z.array(StaffRefund),
  /** The actions that the caller can take in the order's current state. */
  actions: z.array(z.enum(ORDER_ACTIONS)),
  /** Why the caller takes no action about money and address: the order is their own. Null for orders of others. */
  ownOrder: z.string().nullable(),
})

const AcceptedText = z.object({ kind: z.enum(BOUGHT_KINDS), version: z.int() })

export const Order = model('Order', {
  ...orderHead,
  ...priceParts,
  mode: z.enum(['payment', 'subscription']),
  interval: interval.nullable(),
  email: z.string(),
  shipTo: ShipTo.nullable(),
  /** Whether the buyer can give or correct the address now. */
  canChangeAddress: z.boolean(),
  /** Whether the buyer can cancel the paid order now. */
  canCancel: z.boolean(),
  /** When the buyer asked to cancel; null without a request that waits for staff. */
  cancelAskedAt: z.iso.datetime().nullable(),
  /** The shop's day by which the parcel leaves, `2026-03-04`, as promised at the payment; null without a promise. */
  shipBy: z.iso.date().nullable(),
  /** The method of shipping as it was called at the checkout; null for the shop's standard one. */
  shippingMethod: z.string().nullable(),
  paymentMethod: z.string(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The carrier's tracking page; null for an unknown carrier. */
  trackingUrl: z.string().nullable(),
  lines: z.array(
    z.object({
      ...pricedLine,
      position: z.int(),
      /** The SKU as sold; null where it is not certain, as in some old orders. */
      sku: z.string().nullable(),
      /** Pieces to be sent later because stock had run out when the payment arrived. */
      backordered: z.int(),
      /** Refunded pieces. */
      refunded: z.int(),
    }),
  ),
  entries: TierCounts,
  refunds: z.array(OrderRefund),
  /** The order's codes, as they were named at checkout. */
  codes: z.array(z.string()),
  /** The versions of the legal texts that the buyer accepted; empty for an order of before they were recorded. */
  acceptedTexts: z.array(AcceptedText),
  events: z.array(OrderEvent),
  /** Present only for staff. */
  staff: OrderForStaff.optional(),
})
export type Order = z.infer<typeof Order>

export const PageQuery = z.strictObject({
  ...PAGE_QUERY,
})

/** `kept`: leaves out cancelled and refunded orders. */
export const PurchaseQuery = PageQuery.extend({ orders: z.enum(['all', 'kept']).default('all') })

/** The order number for people, such as `RD-100001`. @param order with the shop's prefix of its day */
export const referenceOf = ({ prefix, number }: { prefix: string; number: number }) => `${prefix}-${number}`
