import { createHmac, timingSafeEqual } from 'node:crypto'
import Stripe from 'stripe'
import type { SignatureCheck } from '#kernel/ports/payment-providers.ts'
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

/**
 * Begins to check a signature as Stripe's SDK does, over bytes in place of a text. A test holds the two together.
 * @throws WebhookError
 */
export function beginSignature({ webhookSecret, now }: Config, header: string): SignatureCheck {
  const { timestamp, signatures } = signaturesOf(header)
  if (signatures.length === 0) throw new WebhookError('signature', 'The header is no signature.')
  const ageSeconds = Math.floor((now?.() ?? new Date()).getTime() / 1000) - timestamp
  if (ageSeconds > TOLERANCE_SECONDS) throw new WebhookError('stale', 'The signature is older than five minutes.')
  const hmac = createHmac('sha256', webhookSecret).update(`${timestamp}.`)
  return {
    add: piece => void hmac.update(piece),
    isRight() {
      const expected = hmac.digest()
      return signatures.some(signature => timingSafeEqual(signature, expected))
    },
  }
}

/** `t=1700000000,v1=…,v1=…`: a secret that is being replaced signs beside its successor. */
function signaturesOf(header: string): { timestamp: number; signatures: Buffer[] } {
  const pairs = header.split(',').map(item => item.split('='))
  const valuesOf = (wanted: string) => pairs.flatMap(([name, value]) => (name === wanted && value ? [value] : []))
  return {
    timestamp: Number.parseInt(valuesOf('t').at(-1) ?? '-1', 10),
    signatures: valuesOf('v1')
      .filter(value => /^[0-9a-f]{64}$/.test(value))
      .map(value => Buffer.from(value, 'hex')),
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
