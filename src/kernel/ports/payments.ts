import type { Cents } from '#kernel/values/money.ts'

/** One line of the payment page. `amountCents` is per unit; the page charges Σ amountCents × quantity. */
export type CheckoutLine = { name: string; amountCents: Cents; quantity: number; imageUrl?: string }

export type NewCheckout = {
  /** The shop's order id. The payment carries the id, and `readCheckout` returns it, so that a session can be matched to its order. */
  orderId: string
  /** The lines add up to the order's total. Fee, shipping and tax are lines; discounts are already subtracted from product lines. */
  lines: CheckoutLine[]
  customerEmail: string
  /** The payer at the provider, whose saved cards the page offers. Without one the provider begins a customer. */
  customerId?: string
  /** The provider replaces `{CHECKOUT_SESSION_ID}` with the session's id. */
  successUrl: string
  cancelUrl: string
  /** When the payment page closes: 30 minutes to 24 hours from now. */
  expiresAt: Date
  /** A repeated key with equal content returns the first session instead of creating a second. */
  idempotencyKey: string
  /** Never shown; at most 50 short texts. */
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
  /** `mark` from the session's metadata. */
  mark: string | null
  /** The payer's e-mail address at the provider. */
  email: string | null
  paymentIntentId: string | null
  subscriptionId: string | null
  customerId: string | null
  createdAt: Date
  /** Why the last payment attempt was declined, as a sentence for the shopper. */
  failureMessage?: string
}

export type Refund = {
  id: string
  /** `pending` ends as `succeeded` or `failed`. A succeeded refund can still fail days later, when the card's bank returns the money. */
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  amountCents: Cents
  paymentIntentId: string | null
  createdAt: Date
  /** The provider's code for a failed refund, for example `expired_or_canceled_card`. Null otherwise. */
  failureReason: string | null
}

/** Money that a dispute moved on the shop's balance at the provider. Negative: taken by the bank. */
export type DisputeMovement = {
  id: string
  amountCents: number
  /** The provider's additional fee; negative when returned. */
  feeCents: number
  createdAt: Date
}

/** A cardholder disputes a payment at the bank. A payment can have several. */
export type Dispute = {
  id: string
  paymentIntentId: string | null
  /** The order of the payment; null for a membership's payment. */
  orderId: string | null
  /** The disputed amount: all or a part of the payment. */
  amountCents: Cents
  currency: string
  /** The provider's code: `fraudulent`, `product_not_received`. */
  reason: string
  /** `prevented`: settled before the case became a chargeback, so the dispute took no money. */
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'prevented'
  /** A dispute inquiry asks and takes no money yet. It ends as `prevented` or becomes a chargeback. */
  isInquiry: boolean
  /** Deadline for evidence; null when the bank takes none. */
  dueBy: Date | null
  /** How often the shop submitted evidence. */
  submissionCount: number
  movements: DisputeMovement[]
  createdAt: Date
}

/** The shop's answer to the bank. Empty fields are left out. */
export type DisputeEvidence = {
  /** One PDF with all evidence. */
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
  /** The order of the charge. Null for a renewal, which belongs to no order. */
  orderId: string | null
  /** Set for every membership payment, including the first. */
  subscriptionId: string | null
  invoiceId: string | null
  customerId: string | null
  amountCents: Cents
  /** Excludes failed refunds. */
  refundedCents: Cents
  currency: string
  createdAt: Date
  /** False for a declined charge, which took no money. */
  isPaid: boolean
}

export type Subscription = {
  id: string
  status: 'active' | 'past_due' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'trialing' | 'unpaid' | 'paused'
  /** The order that started the subscription. */
  orderId: string | null
  customerId: string
  amountCents: Cents
  interval: 'month' | 'year'
  startedAt: Date
  periodStart: Date
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  /** When the cancellation was requested; the subscription may run until the period's end. */
  canceledAt: Date | null
  endedAt: Date | null
  /** The invoice of the running period, or of a plan change within the period. */
  latestInvoiceId: string | null
  /** A plan change that takes effect at the period's end. */
  nextPlan: { interval: 'month' | 'year'; amountCents: Cents; startsAt: Date } | null
}

export type PlanChange = {
  interval: 'month' | 'year'
  amountCents: Cents
  /** The plan's name on invoices. */
  name: string
  /** A repeated key with an equal change has no second effect. */
  idempotencyKey: string
  /** The moment (`at`) of a preview, so that the charge equals the previewed amount. Default: now. */
  at?: Date
}

/** The result of a plan change. */
export type PlanPreview = {
  /** Charged at once: the new price minus the credit. 0 when the change waits for the period's end. */
  amountDueCents: Cents
  /** Credit for the unused rest of the running period. */
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
  /** The paid membership period. */
  periodStart: Date
  periodEnd: Date
  createdAt: Date
  /** How often the provider tried to charge the invoice automatically. */
  attemptCount: number
  /** Null when the invoice is paid or has no further attempt. */
  nextAttemptAt: Date | null
  paidAt: Date | null
  /** The provider's page that shows the invoice and takes a payment. */
  hostedUrl: string | null
  /** The last attempted payment of the invoice. */
  paymentIntentId: string | null
}

/** A time range, `until` excluded, and the cursor: `after` is the `next` of a page. */
export type Listing = { since: Date; until?: Date; after?: string }

/** At most 100, newest first. `next` is null on the last page. */
export type Page<T> = { items: T[]; next: string | null }

/**
 * A verified webhook. Only a hint: the handler reads the object again by `objectId`.
 * `type` begins with `checkout.session.`, `refund.`, `customer.subscription.`, `invoice.` or `charge.dispute.`; others are stored only.
 */
export type PaymentEvent = { id: string; type: string; objectId: string; createdAt: Date; livemode: boolean }

/** The calls of one provider. Amounts are whole cents in USD. Every call except `verifyWebhook` may throw PaymentError. */
export type Payments = {
  /** Opens a hosted payment page. @throws PaymentError `invalid` for a total below 50 cents. */
  createCheckout: (input: NewCheckout) => Promise<{ id: string; url: string; paymentIntentId?: string }>
  /** @throws PaymentError `not_found` for an unknown id. */
  readCheckout: (id: string) => Promise<Checkout>
  /** Closes an open payment page. @throws PaymentError `invalid` when the page is already paid or closed. */
  expireCheckout: (id: string) => Promise<void>
  /**
   * Refunds a part of a payment; without `amountCents` all that is left of it. @throws PaymentError `invalid` when the amount exceeds the
   * rest of the payment, with the code `charge_already_refunded` when nothing is left and `charge_disputed` when the bank has the money.
   */
  refund: (input: { paymentIntentId: string; amountCents?: Cents; idempotencyKey: string }) => Promise<Refund>
  readRefund: (id: string) => Promise<Refund>
  /** Charges created in the time range, including declined ones. */
  listCharges: (input: Listing) => Promise<Page<Charge>>
  listRefunds: (input: Listing) => Promise<Page<Refund>>
  /** Disputes in every status, by creation time. */
  listDisputes: (input: Partial<Listing> & { paymentIntentId?: string }) => Promise<Page<Dispute>>
  readDispute: (id: string) => Promise<Dispute>
  /** Submits the evidence to the bank, once. @throws PaymentError `invalid` when the bank takes no more evidence. */
  submitEvidence: (id: string, evidence: DisputeEvidence & { idempotencyKey: string }) => Promise<Dispute>
  /** Accepts the dispute as lost. @throws PaymentError `invalid` when the dispute is closed. */
  acceptDispute: (id: string) => Promise<Dispute>
  listCheckouts: (input: Listing) => Promise<Page<Checkout>>
  /** Subscriptions in every status, by start time. */
  listSubscriptions: (input: Partial<Listing>) => Promise<Page<Subscription>>
  listInvoices: (input: Partial<Listing> & { subscriptionId?: string }) => Promise<Page<Invoice>>
  readSubscription: (id: string) => Promise<Subscription>
  /** Drops a plan change that waits for the period's end. */
  cancelSubscription: (id: string, input: { atPeriodEnd: boolean }) => Promise<Subscription>
  /** Reverts a cancellation at the period's end. @throws PaymentError `invalid` when the subscription has ended. */
  resumeSubscription: (id: string) => Promise<Subscription>
  /**
   * Changes price and interval of a subscription.
   * - To a longer interval: charges the new price minus the credit at once and starts a new period.
   * - To a shorter interval: takes effect at the period's end, shown as `nextPlan`.
   * - To the current plan: drops a waiting change.
   * @throws PaymentError `declined` when the card does not pay, and nothing changes; `invalid` when the subscription has ended.
   */
  changePlan: (id: string, change: PlanChange) => Promise<Subscription>
  previewPlanChange: (id: string, change: Pick<PlanChange, 'interval' | 'amountCents'>) => Promise<PlanPreview>
  /** The provider's page where a customer changes the card, cancels and sees invoices. The URL is valid for some minutes. */
  openBillingPortal: (input: { customerId: string; returnUrl: string }) => Promise<{ url: string }>
  readInvoice: (id: string) => Promise<Invoice>
  /** Charges the card on file for an open invoice now. @throws PaymentError `declined`; `invalid` when the invoice is paid or void. */
  payInvoice: (id: string) => Promise<Invoice>
  /** Writes off an open invoice, so that its page takes no money. @throws PaymentError `invalid` when the invoice is not open. */
  voidInvoice: (id: string) => Promise<Invoice>
  /**
   * Checks a webhook's signature, age, account and mode against the raw body.
   * @param signature the provider's signature header, unchanged.
   * @throws WebhookError when the webhook is forged, older than five minutes, unreadable, of another account or of the other mode.
   */
  verifyWebhook: (rawBody: string, signature: string | undefined) => PaymentEvent
}

/**
 * - `declined`: the bank declined; the message is for the shopper.
 * - `unreachable`: network error, timeout or provider fault. The call may have worked: repeat with the same key.
 * - `busy`: too many calls, or a call with this key is in progress; repeat later.
 * - `not_found`, `invalid`: the request is wrong; a retry does not help.
 * - `not_configured`: the API key is missing or refused.
 */
export type PaymentErrorKind = 'declined' | 'unreachable' | 'busy' | 'not_found' | 'invalid' | 'not_configured'

/** The provider refused or failed a call. `code` is the provider's code, for the log. */
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

/** `account`: the event of a connected account. `mode`: a test event in live mode, or the reverse. */
export type WebhookFault = 'signature' | 'stale' | 'malformed' | 'account' | 'mode'

/** A webhook that the shop must ignore. */
export class WebhookError extends Error {
  readonly reason: WebhookFault

  constructor(reason: WebhookFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'WebhookError'
    this.reason = reason
  }
}
