import Stripe from 'stripe'
import { type PaymentEvent, WebhookError } from '../port.ts'
import { timeOf } from './objects.server.ts'

/** What the webhook endpoint at Stripe is to be subscribed to; the sandbox delivers just these. */
export const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const satisfies Stripe.Event.Type[]

const TOLERANCE_SECONDS = 300

type Config = { secretKey: string; webhookSecret: string; now?: (() => Date) | undefined }

/**
 * Believes a webhook only with a fresh signature, and only what happened on our own account in our own mode: an endpoint that
 * listens to connected accounts, or shares its address with the other mode's, is sent other people's events as well.
 * @throws WebhookError
 */
export function verifiedEvent(
  stripe: Stripe,
  config: Config,
  rawBody: string,
  signature: string | undefined,
): PaymentEvent {
  const event = signedEvent(stripe, config, rawBody, signature)
  const object = event.data?.object as { id?: unknown } | undefined
  if (typeof event.id !== 'string' || typeof event.type !== 'string' || typeof object?.id !== 'string') {
    throw new WebhookError('malformed', 'The webhook names no object.')
  }
  if (event.account) throw new WebhookError('account', `The webhook is of the account ${event.account}.`)
  if (event.livemode !== isLiveKey(config.secretKey)) {
    throw new WebhookError('mode', `The webhook is of ${event.livemode ? 'real' : 'test'} payments.`)
  }
  return {
    id: event.id,
    type: event.type,
    objectId: object.id,
    createdAt: timeOf(event.created),
    livemode: event.livemode,
  }
}

/** Secret and restricted keys say which mode they are for: `sk_live_…`, `rk_test_…`. */
const isLiveKey = (key: string) => /^[a-z]+_live_/.test(key)

function signedEvent(stripe: Stripe, config: Config, rawBody: string, signature: string | undefined): Stripe.Event {
  if (!signature) throw new WebhookError('signature', 'The signature is missing.')
  const receivedAt = (config.now?.() ?? new Date()).getTime()
  const secret = config.webhookSecret
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) {
      throw new WebhookError('malformed', 'The webhook cannot be read.', error)
    }
    const stale = error.message.includes('tolerance zone')
    throw new WebhookError(stale ? 'stale' : 'signature', error.message, error)
  }
}
