import Stripe from 'stripe'
import type { Fetch } from '#platform/client/transport.ts'
import {
  type Checkout,
  type Invoice,
  type NewCheckout,
  PaymentError,
  type PaymentErrorKind,
  type Payments,
  type Refund,
  type Subscription,
  WebhookError,
} from './port.ts'

/** What the webhook endpoint at Stripe is to be subscribed to; the sandbox delivers just these. */
export const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const satisfies Stripe.Event.Type[]

const TOLERANCE_SECONDS = 300

export type StripePaymentsConfig = {
  secretKey: string
  webhookSecret: string
  now?: () => Date
  /** How requests leave: left out, over the network; the sandbox's own `fetch` keeps them in the process. */
  fetch?: Fetch
  timeoutMs?: number
  maxNetworkRetries?: number
}

/** Card payments by Stripe's own SDK, which pins the API version it was made for. */
export function createStripePayments(config: StripePaymentsConfig): Payments {
  const stripe = new Stripe(config.secretKey, {
    ...(config.fetch && { httpClient: Stripe.createFetchHttpClient(config.fetch) }),
    timeout: config.timeoutMs ?? 10_000,
    maxNetworkRetries: config.maxNetworkRetries ?? 2,
    telemetry: false,
  })
  return {
    async createCheckout(input) {
      const session = await ask(() =>
        stripe.checkout.sessions.create(sessionParams(input), { idempotencyKey: input.idempotencyKey }),
      )
      if (!session.url) throw new PaymentError('invalid', 'The payment page is no longer open.')
      const paymentIntentId = idOf(session.payment_intent)
      return { id: session.id, url: session.url, ...(paymentIntentId && { paymentIntentId }) }
    },
    readCheckout: id =>
      ask(async () => toCheckout(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }))),
    expireCheckout: id => ask(async () => void (await stripe.checkout.sessions.expire(id))),
    refund: ({ paymentIntentId, amountCents, idempotencyKey }) =>
      ask(async () => {
        const params = { payment_intent: paymentIntentId, amount: amountCents }
        const refund = await stripe.refunds.create(params, { idempotencyKey })
        return { id: refund.id, status: (refund.status ?? 'pending') as Refund['status'] }
      }),
    readSubscription: id => ask(async () => toSubscription(await stripe.subscriptions.retrieve(id))),
    cancelSubscription: (id, { atPeriodEnd }) =>
      ask(async () =>
        toSubscription(
          atPeriodEnd
            ? await stripe.subscriptions.update(id, { cancel_at_period_end: true })
            : await stripe.subscriptions.cancel(id),
        ),
      ),
    resumeSubscription: id =>
      ask(async () => toSubscription(await stripe.subscriptions.update(id, { cancel_at_period_end: false }))),
    readInvoice: id => ask(async () => toInvoice(await stripe.invoices.retrieve(id))),
    verifyWebhook: (rawBody, signature) => verify(stripe, config, rawBody, signature),
  }
}

function sessionParams(input: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...input.metadata, orderId: input.orderId }
  const recurring = input.mode === 'subscription' ? { recurring: { interval: input.interval } } : {}
  return {
    mode: input.mode,
    client_reference_id: input.orderId,
    customer_email: input.customerEmail,
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    expires_at: Math.ceil(input.expiresAt.getTime() / 1000),
    allowed_payment_method_types: ['card'],
    metadata,
    // Also on what the session makes, so that a refund or a renewal can be traced to its order in Stripe's dashboard.
    ...(input.mode === 'payment' ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
    line_items: input.lines.map(line => ({
      quantity: line.quantity,
      price_data: {
        currency: 'usd',
        unit_amount: line.amountCents,
        product_data: { name: line.name, ...(line.imageUrl && { images: [line.imageUrl] }) },
        ...recurring,
      },
    })),
  }
}

const idOf = (link: string | { id: string } | null | undefined) =>
  typeof link === 'string' ? link : (link?.id ?? null)
const timeOf = (seconds: number) => new Date(seconds * 1000)

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const failure = intent?.last_payment_error?.message
  return {
    id: session.id,
    mode: session.mode === 'subscription' ? 'subscription' : 'payment',
    status: (session.status ?? 'open') as Checkout['status'],
    paymentStatus: session.payment_status === 'unpaid' ? 'unpaid' : 'paid',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    orderId: session.client_reference_id,
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    customerId: idOf(session.customer),
    ...(failure && { failureMessage: failure }),
  }
}

function toSubscription(subscription: Stripe.Subscription): Subscription {
  const item = subscription.items.data[0]
  if (!item) throw new PaymentError('invalid', `Subscription ${subscription.id} has no items.`)
  return {
    id: subscription.id,
    status: subscription.status as Subscription['status'],
    orderId: subscription.metadata.orderId ?? null,
    customerId: idOf(subscription.customer)!,
    amountCents: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    interval: item.price.recurring?.interval === 'year' ? 'year' : 'month',
    startedAt: timeOf(subscription.start_date),
    periodStart: timeOf(item.current_period_start),
    periodEnd: timeOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    canceledAt: subscription.canceled_at === null ? null : timeOf(subscription.canceled_at),
    endedAt: subscription.ended_at === null ? null : timeOf(subscription.ended_at),
  }
}

function toInvoice(invoice: Stripe.Invoice): Invoice {
  // The invoice's own period is the one before; what is paid for stands on its line.
  const period = invoice.lines.data[0]?.period ?? { start: invoice.period_start, end: invoice.period_end }
  const reasons: Record<string, Invoice['reason']> = { subscription_create: 'first', subscription_cycle: 'renewal' }
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: (invoice.status ?? 'draft') as Invoice['status'],
    reason: reasons[invoice.billing_reason ?? ''] ?? 'other',
    amountDueCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    periodStart: timeOf(period.start),
    periodEnd: timeOf(period.end),
  }
}

function verify(stripe: Stripe, config: StripePaymentsConfig, rawBody: string, signature: string | undefined) {
  if (!signature) throw new WebhookError('signature', 'The signature is missing.')
  const receivedAt = (config.now?.() ?? new Date()).getTime()
  let event: Stripe.Event
  try {
    const secret = config.webhookSecret
    event = stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) {
      throw new WebhookError('malformed', 'The webhook cannot be read.', error)
    }
    const stale = error.message.includes('tolerance zone')
    throw new WebhookError(stale ? 'stale' : 'signature', error.message, error)
  }
  const object = event.data?.object as { id?: unknown } | undefined
  if (typeof event.id !== 'string' || typeof event.type !== 'string' || typeof object?.id !== 'string') {
    throw new WebhookError('malformed', 'The webhook names no object.')
  }
  return {
    id: event.id,
    type: event.type,
    objectId: object.id,
    createdAt: timeOf(event.created),
    livemode: event.livemode,
  }
}

/** Calls Stripe and turns its errors into ours; anything that is not Stripe's rises as it is. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new PaymentError(kindOf(error), error.message, { ...(error.code && { code: error.code }), cause: error })
  }
}

function kindOf(error: Stripe.errors.StripeError): PaymentErrorKind {
  const { StripeCardError, StripeRateLimitError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
  if (error instanceof StripeCardError) return 'declined'
  if (error instanceof StripeRateLimitError || error.statusCode === 409) return 'busy'
  if (error.statusCode === 401 || error.statusCode === 403) return 'not_configured'
  if (error.statusCode === 404) return 'not_found'
  if (error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError) return 'invalid'
  return 'unreachable'
}
