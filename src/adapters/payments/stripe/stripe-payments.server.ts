import Stripe from 'stripe'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { type NewCheckout, PaymentError, type Payments } from '#kernel/ports/payments.ts'
import { conflict, type ErrorTable } from '#platform/errors.ts'
import { ask } from './ask.server.ts'
import { stripeDisputes } from './disputes.server.ts'
import { watchKey } from './key-state.server.ts'
import { stripeLists } from './lists.server.ts'
import { idOf, toCheckout, toInvoice, toRefund, toSubscription } from './objects.server.ts'
import { readPageMethods } from './page-methods.server.ts'
import { changePlan, previewPlanChange, setCancelAtPeriodEnd } from './plans.server.ts'
import { cancelCardPayment, isCardPayment, readCardPayment, stripeSavedCards } from './saved-cards.server.ts'
import { beginSignature, verifiedEvent } from './webhooks.server.ts'

export type StripePaymentsConfig = {
  secretKey: string
  webhookSecret: string
  now?: () => Date
  /** How requests are sent. Default: over the network; the sandbox's `fetch` keeps them in the process. */
  fetch?: Fetch
  timeoutMs?: number
  maxNetworkRetries?: number
}

export const STRIPE_ERRORS = {
  stripe_not_configured: conflict(
    'Stripe checkout is not configured for this environment. Choose a different payment method.',
  ),
} as const satisfies ErrorTable

const FACTS = {
  id: 'stripe',
  name: 'Card',
  hint: 'Secure card payment by Stripe.',
  company: 'Stripe',
  idPrefix: '',
  signatureHeader: 'stripe-signature',
  pageOrigin: 'https://checkout.stripe.com',
  notConfigured: {
    code: 'stripe_not_configured',
    message: STRIPE_ERRORS.stripe_not_configured.message,
  },
  savesCards: true,
  isWhole: true,
}

/** Card payments by Stripe's SDK, which pins its API version. */
export function createStripePayments(config: StripePaymentsConfig): PaymentProvider {
  const stripe = new Stripe(config.secretKey, {
    ...(config.fetch && { httpClient: Stripe.createFetchHttpClient(config.fetch) }),
    timeout: config.timeoutMs ?? 10_000,
    maxNetworkRetries: config.maxNetworkRetries ?? 2,
    telemetry: false,
  })
  return {
    ...FACTS,
    isConfigured: watchKey(stripe),
    pageMethods: readPageMethods(stripe),
    ...checkouts(stripe),
    ...stripeSavedCards(stripe),
    ...subscriptions(stripe),
    ...stripeLists(stripe),
    ...stripeDisputes(stripe),
    refund: ({ paymentIntentId, amountCents, idempotencyKey }) =>
      ask(async () => {
        const params = { payment_intent: paymentIntentId, ...(amountCents !== undefined && { amount: amountCents }) }
        return toRefund(await stripe.refunds.create(params, { idempotencyKey }))
      }),
    readRefund: id => ask(async () => toRefund(await stripe.refunds.retrieve(id))),
    readInvoice: id => ask(async () => toInvoice(await stripe.invoices.retrieve(id, { expand: ['payments'] }))),
    payInvoice: id => ask(async () => toInvoice(await stripe.invoices.pay(id, { expand: ['payments'] }))),
    voidInvoice: id => ask(async () => toInvoice(await stripe.invoices.voidInvoice(id, { expand: ['payments'] }))),
    openBillingPortal: ({ customerId, returnUrl }) =>
      ask(async () => {
        const session = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })
        return { url: session.url }
      }),
    beginSignature: signature => beginSignature(config, signature),
    verifyWebhook: (rawBody, signature) => verifiedEvent(stripe, config, rawBody, signature),
  }
}

function checkouts(stripe: Stripe): Pick<Payments, 'createCheckout' | 'readCheckout' | 'expireCheckout'> {
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
      isCardPayment(id)
        ? readCardPayment(stripe, id)
        : ask(async () => toCheckout(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }))),
    expireCheckout: id =>
      isCardPayment(id)
        ? cancelCardPayment(stripe, id)
        : ask(async () => void (await stripe.checkout.sessions.expire(id))),
  }
}

type Subscriptions = Pick<
  Payments,
  'readSubscription' | 'cancelSubscription' | 'resumeSubscription' | 'changePlan' | 'previewPlanChange'
>

function subscriptions(stripe: Stripe): Subscriptions {
  return {
    readSubscription: id =>
      ask(async () => toSubscription(await stripe.subscriptions.retrieve(id, { expand: ['schedule'] }))),
    cancelSubscription: (id, { atPeriodEnd }) =>
      atPeriodEnd
        ? setCancelAtPeriodEnd(stripe, id, true)
        : ask(async () => toSubscription(await stripe.subscriptions.cancel(id, { expand: ['schedule'] }))),
    resumeSubscription: id => setCancelAtPeriodEnd(stripe, id, false),
    changePlan: (id, change) => changePlan(stripe, id, change),
    previewPlanChange: (id, plan) => previewPlanChange(stripe, id, plan),
  }
}

function sessionParams(input: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...input.metadata, orderId: input.orderId }
  const recurring = input.mode === 'subscription' ? { recurring: { interval: input.interval } } : {}
  return {
    mode: input.mode,
    client_reference_id: input.orderId,
    ...payerOf(input),
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    expires_at: Math.ceil(input.expiresAt.getTime() / 1000),
    // Wallets are cards, and Link pays by one. Both appear where the account's configuration has them.
    allowed_payment_method_types: ['card', 'link'],
    metadata,
    // The metadata is also set on the created payment or subscription, so that Stripe's dashboard can trace a refund or renewal to its
    // order.
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

/** The page asks an order's payer whether the card may be saved. A membership keeps its card with a customer of its own. */
function payerOf({ mode, customerId, customerEmail }: NewCheckout): Partial<Stripe.Checkout.SessionCreateParams> {
  if (mode === 'subscription') return { customer_email: customerEmail }
  return {
    ...(customerId ? { customer: customerId } : { customer_email: customerEmail, customer_creation: 'always' }),
    saved_payment_method_options: { payment_method_save: 'enabled' },
  }
}
