import type { Cents } from '#platform/money.ts'

/** One line of the payment page. `amountCents` is for one piece; the page charges Σ amountCents × quantity. */
export type CheckoutLine = { name: string; amountCents: Cents; quantity: number; imageUrl?: string }

export type NewCheckout = {
  /** Our own id. It travels with the payment, and `readCheckout` gives it back, so a session can be matched to its order. */
  orderId: string
  /** They add up to the order's total: fee, shipping and tax are lines, a discount is taken off its lines beforehand. */
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
  /** `mark` of the metadata that it was opened with. */
  mark: string | null
  /** The payer's address, as the provider has it. */
  email: string | null
  paymentIntentId: string | null
  subscriptionId: string | null
  customerId: string | null
  createdAt: Date
  /** Why the last attempt to pay was declined, in a sentence for the shopper. */
  failureMessage?: string
}

export type Refund = {
  id: string
  /** `pending` ends as `succeeded` or `failed`; a succeeded one can still fail days later, when the card's bank sends it back. */
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  amountCents: Cents
  paymentIntentId: string | null
  createdAt: Date
  /** The provider's word for it, `expired_or_canceled_card`; only of a failed one. */
  failureReason: string | null
}

/** Money that a dispute moved on the shop's balance at the provider. Negative: taken by the bank. */
export type DisputeMovement = {
  id: string
  amountCents: number
  /** Kept by the provider besides; negative when given back. */
  feeCents: number
  createdAt: Date
}

/** A cardholder disputes a payment at the bank. A payment can have several. */
export type Dispute = {
  id: string
  paymentIntentId: string | null
  /** The order that the payment names; null for a membership's payment. */
  orderId: string | null
  /** What is disputed: a part of the payment or all of it. */
  amountCents: Cents
  currency: string
  /** The provider's word: `fraudulent`, `product_not_received`. */
  reason: string
  /** `prevented`: settled before it became a dispute, without taking money by it. */
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'prevented'
  /** The bank asks and takes no money yet. Ends as `prevented`, or becomes a chargeback. */
  isInquiry: boolean
  /** Evidence counts until then; null when the bank takes none. */
  dueBy: Date | null
  /** How often evidence was handed in. */
  submissionCount: number
  movements: DisputeMovement[]
  createdAt: Date
}

/** What is said to the bank. Empty fields are left out. */
export type DisputeEvidence = {
  /** One PDF with everything in it. */
  pdf: Uint8Array
  fileName: string
  summary: string
  customerName: string | null
  customerEmail: string
  customerIp: string | null
  productDescription: string
  shippingAddress: string | null
  carrier: string | null
  trackingNumber: string | null
  shippedAt: Date | null
  refundPolicy: string
}

/** One attempt to take money from a card. */
export type Charge = {
  id: string
  paymentIntentId: string | null
  /** The order that it pays. Null for a renewal, which belongs to no order. */
  orderId: string | null
  /** Of a membership's payment, the first one as well. */
  subscriptionId: string | null
  invoiceId: string | null
  customerId: string | null
  amountCents: Cents
  /** Without refunds that failed. */
  refundedCents: Cents
  currency: string
  createdAt: Date
  /** False for a declined one, which took nothing. */
  isPaid: boolean
}

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
  /** The bill of the running period, or of the change of plan within it. */
  latestInvoiceId: string | null
  /** A change of plan that waits for the period's end. */
  nextPlan: { interval: 'month' | 'year'; amountCents: Cents; startsAt: Date } | null
}

export type PlanChange = {
  interval: 'month' | 'year'
  amountCents: Cents
  /** What the bill calls it. */
  name: string
  /** The same key with the same change does it once. */
  idempotencyKey: string
  /** The moment a preview was computed for (its `at`), so that just that amount is charged. Left out: now. */
  at?: Date
}

/** What a change of plan would do. */
export type PlanPreview = {
  /** Charged at once: the new price less the credit; 0 when the change waits for the period's end. */
  amountDueCents: Cents
  /** What is given back for the unused rest of the running period. */
  creditCents: Cents
  /** When the new plan begins. */
  at: Date
}

export type Invoice = {
  id: string
  subscriptionId: string | null
  customerId: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  reason: 'first' | 'renewal' | 'plan_change' | 'other'
  amountDueCents: Cents
  amountPaidCents: Cents
  /** The stretch of membership that it pays for. */
  periodStart: Date
  periodEnd: Date
  createdAt: Date
  /** How often the provider tried to charge for it by itself. */
  attemptCount: number
  /** Null when it is paid or will not be tried again. */
  nextAttemptAt: Date | null
  paidAt: Date | null
  /** The provider's page that shows the bill and takes a payment. */
  hostedUrl: string | null
  /** The last payment that was tried for it. */
  paymentIntentId: string | null
}

/** A stretch of time, `until` not included, and where to go on: `after` is a page's `next`. */
export type Listing = { since: Date; until?: Date; after?: string }

/** At most 100, newest first. `next` is null on the last page. */
export type Page<T> = { items: T[]; next: string | null }

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
  readRefund: (id: string) => Promise<Refund>
  /** Charges that were made in that time, declined ones too. */
  listCharges: (input: Listing) => Promise<Page<Charge>>
  listRefunds: (input: Listing) => Promise<Page<Refund>>
  /** Disputes in every status, by when they were opened. */
  listDisputes: (input: Partial<Listing> & { paymentIntentId?: string }) => Promise<Page<Dispute>>
  readDispute: (id: string) => Promise<Dispute>
  /** Hands the evidence to the bank, once and for all. @throws PaymentError `invalid` when the bank takes none any more. */
  submitEvidence: (id: string, evidence: DisputeEvidence & { idempotencyKey: string }) => Promise<Dispute>
  /** Gives the dispute up: it is lost. @throws PaymentError `invalid` when it is closed. */
  acceptDispute: (id: string) => Promise<Dispute>
  listCheckouts: (input: Listing) => Promise<Page<Checkout>>
  /** Subscriptions in every status, by when they began. */
  listSubscriptions: (input: Partial<Listing>) => Promise<Page<Subscription>>
  listInvoices: (input: Partial<Listing> & { subscriptionId?: string }) => Promise<Page<Invoice>>
  readSubscription: (id: string) => Promise<Subscription>
  /** A change of plan that waits for the period's end is dropped by it. */
  cancelSubscription: (id: string, input: { atPeriodEnd: boolean }) => Promise<Subscription>
  /** Takes back a cancellation at the period's end. @throws PaymentError `invalid` when the subscription has ended. */
  resumeSubscription: (id: string) => Promise<Subscription>
  /**
   * Changes what a subscription costs and how often it is paid. To a longer interval: at once, the new price less the credit
   * is charged and a new period begins. To a shorter one: at the period's end, shown as `nextPlan`. Back to what it is: a
   * waiting change is dropped.
   * @throws PaymentError `declined` when the card does not pay, and nothing is changed; `invalid` when it has ended.
   */
  changePlan: (id: string, change: PlanChange) => Promise<Subscription>
  previewPlanChange: (id: string, change: Pick<PlanChange, 'interval' | 'amountCents'>) => Promise<PlanPreview>
  /** The provider's page where a customer changes the card, cancels and sees the bills; open for some minutes. */
  openBillingPortal: (input: { customerId: string; returnUrl: string }) => Promise<{ url: string }>
  readInvoice: (id: string) => Promise<Invoice>
  /** Charges the card on file for an open invoice now. @throws PaymentError `declined`; `invalid` when it is paid or void. */
  payInvoice: (id: string) => Promise<Invoice>
  /**
   * Checks signature and age of a webhook's raw body, and that it is meant for us.
   * @param signature the provider's signature header as it came.
   * @throws WebhookError when it is forged, older than five minutes, unreadable, of another account or of the other mode.
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

/** `account`: of an account connected to ours; `mode`: of test payments while we take real ones, or the other way. */
export type WebhookFault = 'signature' | 'stale' | 'malformed' | 'account' | 'mode'

/** A webhook that must not be believed. */
export class WebhookError extends Error {
  readonly reason: WebhookFault

  constructor(reason: WebhookFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'WebhookError'
    this.reason = reason
  }
}
