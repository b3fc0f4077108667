import Stripe from 'stripe'
import { openTestDatabase } from '#platform/testing/database.ts'
import type { NewCheckout } from '../../port.ts'
import { createStripePayments } from '../../stripe.server.ts'
import { createStripeSandbox } from '../sandbox.server.ts'

const SECRET_KEY = 'sk_test_sandbox'
export const WEBHOOK_SECRET = 'whsec_sandbox'
const ORIGIN = 'http://shop.test'

export const CARDS = {
  pays: '4242 4242 4242 4242',
  paysOnce: '4000 0000 0000 0341',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  refundsLater: '4000 0000 0000 7726',
  refundFails: '4000 0000 0000 5126',
  disputed: '4000 0000 0000 0259',
  notReceived: '4000 0000 0000 2685',
  inquired: '4000 0000 0000 1976',
}

/** A sandbox on its own database with the real SDK and the shop's adapter, and an endpoint that records webhooks. */
export async function openTestSandbox() {
  const database = await openTestDatabase(20)
  const clock = { now: new Date('2026-11-20T12:00:00Z') }
  const now = () => clock.now
  const endpoint = { status: 200, received: [] as { body: string; signature: string }[] }
  const make = () =>
    createStripeSandbox({
      pool: database.pool,
      origin: ORIGIN,
      webhookUrl: `${ORIGIN}/api/webhooks/stripe`,
      webhookSecret: WEBHOOK_SECRET,
      secretKey: SECRET_KEY,
      now,
      async fetch(input, init) {
        const request = new Request(input, init)
        const signature = request.headers.get('stripe-signature') ?? ''
        endpoint.received.push({ body: await request.text(), signature })
        return new Response(null, { status: endpoint.status })
      },
      onError(error) {
        throw error
      },
    })
  const sandbox = make()
  const stripe = sdk(sandbox.fetch, SECRET_KEY)
  const config = {
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    now,
    fetch: sandbox.fetch,
    maxNetworkRetries: 0,
  }
  const payments = createStripePayments(config)

  /** Posts the form of a payment page like a browser, without following the redirect. */
  async function pay(url: string, number: string, fields: Record<string, string> = {}) {
    const body = new URLSearchParams({ number, exp: '12 / 34', cvc: '123', name: 'Ada Byron', ...fields })
    return sandbox.app.request(url, { method: 'POST', body })
  }

  /** Advances subscriptions' time and delivers the resulting webhooks. */
  async function advance(days: unknown) {
    const response = await sandbox.app.request('/dev/stripe/advance', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ days }),
    })
    await sandbox.deliverDue(clock.now)
    return response
  }

  /** Pays an order by card and reads its checkout. */
  async function buy(card: string, order = newOrder(clock)) {
    const { id, url } = await payments.createCheckout(order)
    await pay(url, card)
    const checkout = await payments.readCheckout(id)
    return { ...checkout, paymentIntentId: checkout.paymentIntentId!, orderId: order.orderId }
  }

  /** Starts a membership by card. */
  async function join(card: string, change: Partial<NewCheckout> = {}) {
    const { subscriptionId, customerId, orderId } = await buy(card, newMembership(clock, change))
    return { id: subscriptionId!, customerId: customerId!, orderId }
  }

  /** Events received by the endpoint so far. */
  const arrived = () => endpoint.received.map(({ body }) => JSON.parse(body) as Stripe.Event)

  return { ...database, clock, endpoint, sandbox, stripe, payments, pay, buy, join, advance, arrived, make }
}

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>

export function sdk(fetch: TestSandbox['sandbox']['fetch'], key: string): Stripe {
  return new Stripe(key, { httpClient: Stripe.createFetchHttpClient(fetch), maxNetworkRetries: 0, telemetry: false })
}

export const inMinutes = (clock: { now: Date }, minutes: number) => new Date(clock.now.getTime() + minutes * 60_000)

/** An order of 74.25 with a product, a fee and a tax. */
export function newOrder(clock: { now: Date }, change: Partial<NewCheckout> = {}): NewCheckout {
  const orderId = crypto.randomUUID()
  return {
    mode: 'payment',
    orderId,
    lines: [
      { name: 'Patch', amountCents: 2000, quantity: 3 },
      { name: 'Service fee', amountCents: 900, quantity: 1 },
      { name: 'Tax', amountCents: 525, quantity: 1 },
    ],
    customerEmail: 'ada@redoubt.test',
    successUrl: `${ORIGIN}/checkout?status=success&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${ORIGIN}/checkout?status=cancelled`,
    expiresAt: inMinutes(clock, 60),
    idempotencyKey: `order-${orderId}`,
    metadata: {},
    ...change,
  } as NewCheckout
}

export function newMembership(clock: { now: Date }, change: Partial<NewCheckout> = {}): NewCheckout {
  const lines = [{ name: 'Premium', amountCents: 2499, quantity: 1 }]
  return newOrder(clock, { mode: 'subscription', interval: 'month', lines, ...change } as Partial<NewCheckout>)
}
