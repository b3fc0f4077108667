import type Stripe from 'stripe'
import type { Card } from './cards.ts'

/** Every kind of object the sandbox keeps, in the shape of Stripe's own types. */
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

/** What the API does not show, or only when asked to. */
export type Hidden = {
  /** Shown when named in `expand`: a session's line items, an invoice's payments. */
  includable?: Record<string, Stripe.ApiList<{ id: string }>>
  /** A session's wishes for what it will make. */
  paymentIntentData?: { metadata?: Record<string, string> | undefined; description?: string | undefined }
  subscriptionData?: { metadata?: Record<string, string> | undefined; description?: string | undefined }
  /** The card that renews a subscription, was charged, or stands behind a payment method. */
  card?: Card
  /** How far `/dev/stripe/advance` has moved this subscription's time on. */
  aheadSeconds?: number
  /** Periods that a subscription has begun, and failed attempts at the current one. */
  periods?: number
  failures?: number
  /** What a subscription's bills call it. */
  planName?: string
  /** The payment that is tried for an invoice, each time the same. */
  intent?: string
  /** When a portal session's page was opened first, in seconds. */
  openedAt?: number
  /** This payment belongs to a session: the API may not confirm or cancel it. */
  byCheckout?: boolean
}

/** An object as stored. `version` 0 is one that is not stored yet. */
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

/** The ids that an object names. */
export function refsOf(data: Kinds[Kind]): string[] {
  const fields = data as unknown as Record<string, unknown>
  const links = LINKS.map(name => fields[name])
  if (data.object === 'invoice') links.push(data.parent?.subscription_details?.subscription)
  if (data.object === 'invoice_payment') links.push(data.payment.payment_intent)
  return links.filter(link => typeof link === 'string')
}

/** Stripe's ids: a prefix that tells the kind, then letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`
}

/** A list as the API answers it. */
export const listOf = <T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})

/** The SDK shows decimals as its own class; on the wire they are text. */
export const decimalText = (value: number) => String(value) as unknown as Stripe.Decimal
