import Stripe from 'stripe'
import { type PaymentEvent, WebhookError } from '#kernel/ports/payments.ts'
import { timeOf } from './objects.server.ts'
import { BY_SAVED_CARD } from './saved-cards.server.ts'

/** Events for the webhook endpoint at Stripe; the sandbox delivers only these. */
export const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
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
 * Accepts a webhook only with a fresh signature, and only for the shop's own account and mode. An endpoint with connected accounts, or a
 * URL shared with the other mode, also receives foreign events.
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
    type: typeOf(event),
    objectId: object.id,
    createdAt: timeOf(event.created),
    livemode: event.livemode,
  }
}

/** A payment by a saved card has no session, whose completion it stands for. */
const typeOf = (event: Stripe.Event) =>
  event.type === 'payment_intent.succeeded' && event.data.object.metadata?.[BY_SAVED_CARD] === 'yes'
    ? 'checkout.session.completed'
    : event.type

/** Secret and restricted keys contain their mode: `sk_live_…`, `rk_test_…`. */
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
