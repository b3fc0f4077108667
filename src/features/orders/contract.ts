import { z } from 'zod'
import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { AppliedCode } from '#features/codes/contract.ts'
import { CODE_LENGTH, MAX_CODES } from '#features/codes/rules.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { comparedDollars } from '#kernel/values/inputs/decimals.ts'
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
import { DISPUTE_HOLDS, FULFILMENTS, ORDER_ACTIONS, ORDER_STATUSES, PAYMENT_STATUSES } from './fulfilment/rules.ts'
import { OrderRefund, StaffRefund, TierCounts } from './refunds/contract.ts'
import { CardId } from './saved-cards/contract.ts'

export const ORDER_ERRORS = {
  cart_empty: badRequest('Your cart is empty. Please add items before checkout.'),
  webhook_refused: badRequest('This is not a webhook of our payment provider.'),
  under_age: forbidden('You must be {age} or older to complete this purchase'),
  /** The address on file is of the time when the shop shipped there. */
  address_not_served: conflict('{sentence} Please change your shipping address in your profile.'),
  order_not_found: notFound('We could not find this order.'),
  own_order: forbidden('This is an order of your own. Another member of staff decides about it.'),
  own_terms: forbidden(
    'You set the price or the credits of {names}. Staff earn no credits at terms that they set. Another member of staff can set them.',
  ),
  price_changed: conflict('Prices have changed. Please check the new total before you pay.'),
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

const INTERVALS = ['month', 'year'] as const
const interval = z.enum(INTERVALS)

const code = z.string().trim().max(CODE_LENGTH)

/** The client sends the last three fields along. The server compares them with its own prices and never trusts them. */
const itemFields = {
  /** Without it, the exact `name` names the product. */
  productId: z.string().min(1).max(140).optional(),
  variantId: z.string().min(1).max(140).optional(),
  quantity: z.int().min(1, 'Quantity cannot be less than 1').max(MAX_QUANTITY, `At most ${MAX_QUANTITY} of one thing`),
  name: z.string().max(200).optional(),
  price: comparedDollars.optional(),
  tier: z.enum(TIERS).optional(),
  interval: interval.optional(),
}
const CheckoutItem = z
  .strictObject(itemFields)
  .refine(({ productId, name }) => productId !== undefined || name !== undefined, {
    path: ['productId'],
    message: 'This field is required.',
  })
export type CheckoutItem = z.infer<typeof CheckoutItem>

export const CheckoutBody = strictModel('Checkout', {
  items: z.array(CheckoutItem).max(50, 'At most 50 different things at once'),
  /** Promo and referral codes as typed. Blank codes are ignored. */
  code: code.optional(),
  codes: z.array(code).max(MAX_CODES, `At most ${MAX_CODES} codes at once`).optional(),
  /** An address of the buyer's book; without it the order goes to the default. */
  addressId: z.uuid().optional(),
  smsConsent: z.boolean().default(false),
  pushConsent: z.boolean().default(false),
  /** A card of `SavedCards`, which pays at once where its provider can. */
  cardId: CardId.optional(),
  /** A provider of `PaymentMethods`; by default the first. */
  paymentMethod: z.string().max(20).optional(),
  subscription: z.boolean().optional(),
  localStorageVerified: z.boolean().optional(),
  mpf: z
    .strictObject({ amount: comparedDollars, clientShare: comparedDollars, platformShare: comparedDollars })
    .optional(),
  /** The discount shown to the shopper, in dollars. The server compares this value too. */
  discount: comparedDollars.optional(),
  total: comparedDollars.optional(),
})
export type CheckoutBody = z.infer<typeof CheckoutBody>

const Options = z.record(z.string(), z.string())
const Fee = z.object({ amount: z.number(), clientShare: z.number(), platformShare: z.number() })

/** The parts of a price in dollars; total = subtotal − discount + fee + shipping + tax. */
const priceParts = {
  subtotal: z.number(),
  discount: z.number(),
  fee: Fee,
  shipping: z.number(),
  tax: z.number(),
  total: z.number(),
}

const pricedLine = {
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

export const Quote = model('Quote', {
  mode: z.enum(['payment', 'subscription']),
  /** Billing interval of a membership; null for goods. */
  interval: interval.nullable(),
  /** The charged lines. Memberships in a mixed cart are excluded. */
  lines: z.array(z.object(pricedLine)),
  ...priceParts,
  entries: TierCounts,
  /** The codes that count. The order's discount is the sum of their discounts. */
  codes: z.array(AppliedCode),
  /**
   * Notices before payment. `promo` is a code that does not count; `reason` is its code in CODE_ERRORS. Of an item that cannot be bought in
   * the quantity asked for, `left` can be bought: the line has this quantity, and 0 leaves it out.
   */
  notices: z.array(
    z.object({
      code: z.enum(['mixed_cart', 'unavailable', 'out_of_stock', 'first_order', 'code_refused']),
      message: z.string(),
      productId: z.string().optional(),
      variantId: z.string().optional(),
      left: z.int().optional(),
      promo: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
})
export type Quote = z.infer<typeof Quote>

/** The payment page. `id` is its session. */
export const CheckoutSession = model('CheckoutSession', { id: z.string(), url: z.string(), orderId: z.string() })

export const VerifyQuery = z.strictObject({ session_id: z.string().regex(/^[\w-]{1,200}$/) })
export const Verification = model('Verification', {
  status: z.enum(['paid', 'pending', 'cancelled', 'failed']),
  orderId: z.string(),
  /** The order number for people: `RD-100001`. */
  reference: z.string(),
})

const ORDER_EVENTS = [
  ...['placed', 'paid', 'expired', 'cancelled', 'failed', 'review', 'backordered'],
  ...['packed', 'unpacked', 'shipped', 'tracking', 'delivered', 'refunded', 'refund_failed', 'note'],
  ...['disputed', 'dispute_answered', 'dispute_won', 'dispute_lost', 'address'],
] as const

const orderHead = {
  id: z.string(),
  reference: z.string(),
  /** The buyer sees an order under review as pending. */
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  fulfilment: z.enum(FULFILMENTS),
  date: z.iso.datetime(),
  total: z.number(),
  /** Dollars of the total that were or will be refunded. */
  refunded: z.number(),
  dispute: z.enum(DISPUTE_HOLDS).nullable(),
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

const OrderEvent = z.object({ kind: z.enum(ORDER_EVENTS), at: z.iso.datetime(), detail: EventDetail })

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

export const Order = model('Order', {
  ...orderHead,
  ...priceParts,
  mode: z.enum(['payment', 'subscription']),
  interval: interval.nullable(),
  email: z.string(),
  shipTo: ShipTo.nullable(),
  /** Whether the buyer can give or correct the address now. */
  canChangeAddress: z.boolean(),
  /** The shop's day by which the parcel leaves, `2026-03-04`, as promised at the payment; null without a promise. */
  shipBy: z.iso.date().nullable(),
  paymentMethod: z.string(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The carrier's tracking page; null for an unknown carrier. */
  trackingUrl: z.string().nullable(),
  lines: z.array(
    z.object({
      ...pricedLine,
      position: z.int(),
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

/** With the items of a cart, the answer also says whether the code fits them. */
export const CodeBody = strictModel('CodeToValidate', {
  code: code.min(1, 'Enter a code'),
  items: z.array(CheckoutItem).max(50, 'At most 50 different things at once').optional(),
})
export type CodeBody = z.infer<typeof CodeBody>
