import { z } from 'zod'
import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import type { ErrorTable } from '#platform/errors.ts'
import { TIERS } from '#platform/tiers.ts'

export const ORDER_ERRORS = {
  cart_empty: { status: 400, message: 'Your cart is empty. Please add items before checkout.' },
  webhook_refused: { status: 400, message: 'This is not a webhook of our payment provider.' },
  under_age: { status: 403, message: 'You must be {age} or older to complete this purchase' },
  code_not_found: { status: 404, message: 'Code not found' },
  order_not_found: { status: 404, message: 'We could not find this order.' },
  price_changed: { status: 409, message: 'Prices have changed. Please check the new total before you pay.' },
  item_unavailable: { status: 409, message: '{names} can no longer be bought. Please remove it from your cart.' },
  one_membership: { status: 409, message: 'A membership is bought one at a time. Please keep only one in your cart.' },
  already_member: { status: 409, message: 'You already have an active membership.' },
  order_closed: { status: 409, message: 'This order is no longer waiting for a payment.' },
  gateway_not_configured: { status: 409, message: 'Payment not configured.' },
  stripe_not_configured: {
    status: 409,
    message: 'Stripe checkout is not configured for this environment. Choose a different payment method.',
  },
  checkout_not_started: { status: 502, message: 'Unable to start checkout. Please try again.' },
} as const satisfies ErrorTable

const PAYMENT_METHODS = ['stripe', 'gateway'] as const
const INTERVALS = ['month', 'year'] as const
const dollars = z.number().min(0).max(10_000_000)
const interval = z.enum(INTERVALS)

/** The last four are what the specified client sends along; they are compared with our own prices and never believed. */
const CheckoutItem = z.strictObject({
  productId: z.string().min(1).max(140),
  variantId: z.string().min(1).max(140).optional(),
  quantity: z.int().min(1, 'Quantity cannot be less than 1').max(MAX_QUANTITY, `At most ${MAX_QUANTITY} of one thing`),
  name: z.string().max(200).optional(),
  price: dollars.optional(),
  tier: z.enum(TIERS).optional(),
  interval: interval.optional(),
})
export type CheckoutItem = z.infer<typeof CheckoutItem>

export const CheckoutBody = z
  .strictObject({
    items: z.array(CheckoutItem).max(50, 'At most 50 different things at once'),
    /** A promo or referral code; a blank one is ignored. */
    code: z.string().trim().max(64).optional(),
    smsConsent: z.boolean().default(false),
    pushConsent: z.boolean().default(false),
    paymentMethod: z.enum(PAYMENT_METHODS).default('stripe'),
    subscription: z.boolean().optional(),
    localStorageVerified: z.boolean().optional(),
    mpf: z.strictObject({ amount: dollars, clientShare: dollars, platformShare: dollars }).optional(),
  })
  .meta({ id: 'Checkout' })
export type CheckoutBody = z.infer<typeof CheckoutBody>

const TierCounts = z.object({ Bronze: z.int(), Silver: z.int(), Gold: z.int(), Platinum: z.int() })
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
  /** Dollars for one piece before a sale. */
  price: z.number(),
  /** Dollars for one piece on sale. */
  salesPrice: z.number().nullable(),
  quantity: z.int(),
  /** Credits of the tier that one piece earns. */
  entries: z.int(),
  total: z.number(),
}

export const Quote = z
  .object({
    mode: z.enum(['payment', 'subscription']),
    /** How often a membership is charged; null for goods. */
    interval: interval.nullable(),
    /** What is charged; memberships in a mixed cart are not among them. */
    lines: z.array(z.object(pricedLine)),
    ...priceParts,
    entries: TierCounts,
    /** What to know before paying. */
    notices: z.array(z.object({ code: z.enum(['mixed_cart', 'unavailable', 'out_of_stock']), message: z.string() })),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>

export const PaymentMethods = z
  .object({ methods: z.array(z.object({ id: z.enum(PAYMENT_METHODS), name: z.string(), isConfigured: z.boolean() })) })
  .meta({ id: 'PaymentMethods' })
export type PaymentMethods = z.infer<typeof PaymentMethods>

/** Where to pay. `id` is the payment page's session. */
export const CheckoutSession = z
  .object({ id: z.string(), url: z.string(), orderId: z.string() })
  .meta({ id: 'CheckoutSession' })

export const VerifyQuery = z.strictObject({ session_id: z.string().regex(/^[\w-]{1,200}$/) })
export const Verification = z
  .object({
    status: z.enum(['paid', 'pending', 'cancelled', 'failed']),
    orderId: z.string(),
    /** What people say on the telephone: `RD-100001`. */
    reference: z.string(),
  })
  .meta({ id: 'Verification' })

export const ORDER_STATUSES = ['pending', 'paid', 'expired', 'cancelled', 'failed', 'review'] as const
const ORDER_EVENTS = ['placed', 'paid', 'expired', 'cancelled', 'failed', 'review', 'backordered'] as const

const orderHead = {
  id: z.string(),
  reference: z.string(),
  status: z.enum(ORDER_STATUSES),
  date: z.iso.datetime(),
  total: z.number(),
}

export const OrderList = z
  .object({
    orders: z.array(z.object({ ...orderHead, pieces: z.int(), names: z.array(z.string()) })),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'OrderList' })

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

export const Order = z
  .object({
    ...orderHead,
    ...priceParts,
    mode: z.enum(['payment', 'subscription']),
    interval: interval.nullable(),
    email: z.string(),
    shipTo: ShipTo.nullable(),
    paymentMethod: z.string(),
    /** Pieces that are sent later, as the stock was gone when the payment came. */
    lines: z.array(z.object({ ...pricedLine, backordered: z.int() })),
    entries: TierCounts,
    events: z.array(z.object({ kind: z.enum(ORDER_EVENTS), at: z.iso.datetime() })),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
})

/** customer-side.md section 3: one record for each line that was paid for. Amounts in dollars. */
export const PurchaseRecord = z
  .object({
    id: z.string(),
    purchaseId: z.string(),
    orderId: z.string(),
    productId: z.string(),
    productName: z.string(),
    name: z.string(),
    quantity: z.int(),
    /** What was paid for one piece. */
    price: z.number(),
    originalPrice: z.number(),
    salesPrice: z.number().nullable(),
    /** price × quantity, as is `amount`. */
    total: z.number(),
    amount: z.number(),
    /** Credits that the record earned in all. */
    entries: z.int(),
    tier: z.enum(TIERS),
    date: z.iso.datetime(),
    /** The same in seconds since 1970. */
    created: z.int(),
    paymentMethod: z.string(),
  })
  .meta({ id: 'PurchaseRecord' })
export const PurchaseList = z.object({
  purchases: z.array(PurchaseRecord),
  /** Of all pages together. */
  total: z.int(),
  nextCursor: z.string().nullable(),
})

export const CodeBody = z.strictObject({ code: z.string().trim().min(1).max(64) })
