import type { Cents } from '#platform/money.ts'

/** One line of the payment page. `amountCents` is for one piece; the page charges Σ amountCents × quantity. */
export type CheckoutLine = { name: string; amountCents: Cents; quantity: number; imageUrl?: string }

export type NewCheckout = {
  /** Our own id. It travels with the payment, and `readCheckout` gives it back, so a session can be matched to its order. */
  orderId: string
  /** They add up to the order's total: fee, shipping and tax are lines, a discount is spread beforehand (`spreadDiscount`). */
  lines: CheckoutLine[]
  customerEmail: string
  /** `{CHECKOUT_SESSION_ID}` in it is replaced with the session's id. */
  successUrl: string
  cancelUrl: string
  /** When the payment page closes; the provider takes 30 minutes to 24 hours from now. */
  expiresAt: Date
  /** The same key with the same content answers with the first session instead of making a second. */
  idempotencyKey: string
  /** Shown to nobody; at most 50 short texts. */
  metadata: Record<string, string>
} & ({ mode: 'payment' } | { mode: 'subscription'; interval: 'month' | 'year' })

export type Checkout = {
  id: string
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid'
  amountCents: Cents
  /** Lower case, `usd`. */
  currency: string
  orderId: string | null
  paymentIntentId: string | null
  subscriptionId: string | null
  customerId: string | null
  /** Why the last attempt to pay was declined, in a sentence for the shopper. */
  failureMessage?: string
}

export type Refund = { id: string; status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled' }

export type Subscription = {
  id: string
  status: 'active' | 'past_due' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'trialing' | 'unpaid' | 'paused'
  /** The order that began it. */
  orderId: string | null
  customerId: string
  amountCents: Cents
  interval: 'month' | 'year'
  startedAt: Date
  periodStart: Date
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  /** When that was decided; it may run on to its period's end. */
  canceledAt: Date | null
  endedAt: Date | null
}

export type Invoice = {
  id: string
  subscriptionId: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  reason: 'first' | 'renewal' | 'other'
  amountDueCents: Cents
  amountPaidCents: Cents
  /** The stretch of membership that it pays for. */
  periodStart: Date
  periodEnd: Date
}

/** A verified webhook. Only a hint that something happened: whoever handles it reads the object again by `objectId`. */
export type PaymentEvent = { id: string; type: string; objectId: string; createdAt: Date; livemode: boolean }

/** Card payments, whoever provides them. Amounts are whole cents in USD. Every call but `verifyWebhook` may throw PaymentError. */
export type Payments = {
  /** Opens a hosted payment page. @throws PaymentError `invalid` for a total below 50 cents. */
  createCheckout: (input: NewCheckout) => Promise<{ id: string; url: string; paymentIntentId?: string }>
  /** @throws PaymentError `not_found` for an unknown id. */
  readCheckout: (id: string) => Promise<Checkout>
  /** Closes an open payment page. @throws PaymentError `invalid` when it is already paid or closed. */
  expireCheckout: (id: string) => Promise<void>
  /** Pays back a part or the rest. @throws PaymentError `invalid` when more is asked than is left of the payment. */
  refund: (input: { paymentIntentId: string; amountCents: Cents; idempotencyKey: string }) => Promise<Refund>
  readSubscription: (id: string) => Promise<Subscription>
  cancelSubscription: (id: string, input: { atPeriodEnd: boolean }) => Promise<Subscription>
  /** Takes back a cancellation at the period's end. @throws PaymentError `invalid` when the subscription has ended. */
  resumeSubscription: (id: string) => Promise<Subscription>
  readInvoice: (id: string) => Promise<Invoice>
  /**
   * Checks signature and age of a webhook's raw body.
   * @param signature the provider's signature header as it came.
   * @throws WebhookError when it is forged, older than five minutes or unreadable.
   */
  verifyWebhook: (rawBody: string, signature: string | undefined) => PaymentEvent
}

/**
 * - `declined`: the bank said no; the message is for the shopper.
 * - `unreachable`: network, time-out or a fault of the provider; the call may have worked: repeat it under the same key.
 * - `busy`: too many calls, or the same key is being worked on; repeat later.
 * - `not_found`, `invalid`: the request is wrong; repeating it does not help.
 * - `not_configured`: the key is missing or refused.
 */
export type PaymentErrorKind = 'declined' | 'unreachable' | 'busy' | 'not_found' | 'invalid' | 'not_configured'

/** The provider did not do what was asked. `code` is the provider's own, for the log. */
export class PaymentError extends Error {
  readonly kind: PaymentErrorKind
  readonly code: string | undefined

  constructor(kind: PaymentErrorKind, message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'PaymentError'
    this.kind = kind
    this.code = options.code
  }
}

/** A webhook that must not be believed. */
export class WebhookError extends Error {
  readonly reason: 'signature' | 'stale' | 'malformed'

  constructor(reason: 'signature' | 'stale' | 'malformed', message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'WebhookError'
    this.reason = reason
  }
}
