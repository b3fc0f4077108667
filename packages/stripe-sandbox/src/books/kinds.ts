import type Stripe from 'stripe'
import type { Card } from '../payments/cards.ts'

/** Every object kind of the sandbox, in Stripe's published types. */
export type Kinds = {
  'checkout.session': Stripe.Checkout.Session
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  file: Stripe.File
  customer: Stripe.Customer
  product: Stripe.Product
  price: Stripe.Price
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_method: Stripe.PaymentMethod
  subscription_schedule: Stripe.SubscriptionSchedule
  'billing_portal.session': Stripe.BillingPortal.Session
}
export type Kind = keyof Kinds

/** Data that the API omits, or includes only on request. */
export type Hidden = {
  /** Included by `expand`: a session's line items, an invoice's payments. */
  includable?: Record<string, Stripe.ApiList<{ id: string }>>
  /** Data for the objects that a session will create. */
  paymentIntentData?: { metadata?: Record<string, string> | undefined; description?: string | undefined }
  subscriptionData?: { metadata?: Record<string, string> | undefined; description?: string | undefined }
  /** The card that renews a subscription, was charged, or belongs to a payment method. */
  card?: Card
  /** By how many seconds `/dev/stripe/advance` has moved this subscription's time forward. */
  aheadSeconds?: number
  /** Periods that a subscription has started, and failed attempts in the current one. */
  periods?: number
  failures?: number
  /** The subscription's name on its invoices. */
  planName?: string
  /** The one payment that every attempt at an invoice uses. */
  intent?: string
  /** When a portal session's page was first opened, in seconds. */
  openedAt?: number
  /** The payment belongs to a session: the API may not confirm or cancel it. */
  byCheckout?: boolean
}

/** A stored object. `version` 0 means that the object is not stored yet. */
export type Row<K extends Kind = Kind> = {
  id: string
  kind: K
  version: number
  data: Kinds[K]
  hidden: Hidden
  dueAt: Date | null
}

const LINKS = [
  'payment_intent',
  'latest_charge',
  'charge',
  'customer',
  'subscription',
  'product',
  'invoice',
  'schedule',
] as const

/** The ids that an object references. */
export function refsOf(data: Kinds[Kind]): string[] {
  const fields = data as unknown as Record<string, unknown>
  const links = LINKS.map(name => fields[name])
  if (data.object === 'invoice') links.push(data.parent?.subscription_details?.subscription)
  if (data.object === 'invoice_payment') links.push(data.payment.payment_intent)
  return links.filter(link => typeof link === 'string')
}

/** An id like Stripe's: a prefix for the kind, then letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`
}

/** A list in the API's response format. */
export const listOf = <T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})

/** The SDK represents decimals as a class; on the wire they are text. */
export const decimalText = (value: number) => String(value) as unknown as Stripe.Decimal
