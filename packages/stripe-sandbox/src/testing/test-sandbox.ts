import Stripe from 'stripe'
import type { EventType } from '../event-types.ts'
import { createStripeSandbox, type StripeSandbox } from '../sandbox.ts'
import type { Fetch, Queryable } from '../surroundings.ts'

export const SECRET_KEY = 'sk_test_sandbox'
export const WEBHOOK_SECRET = 'whsec_sandbox'
export const ORIGIN = 'http://shop.test'

export const CARDS = {
  pays: '4242 4242 4242 4242',
  paysOnce: '4000 0000 0000 0341',
  authenticated: '4000 0027 6000 3184',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  refundsLater: '4000 0000 0000 7726',
  refundFails: '4000 0000 0000 5126',
  disputed: '4000 0000 0000 0259',
  notReceived: '4000 0000 0000 2685',
  inquired: '4000 0000 0000 1976',
}

export type TestSandbox = ReturnType<typeof openTestSandbox>

/**
 * A sandbox for tests, with Stripe's SDK on it, a clock that stands still, and an endpoint that records webhooks.
 * @param pool a database with the tables of `schema.sql`.
 */
export function openTestSandbox(pool: Queryable, webhookEvents: readonly EventType[]) {
  const clock = { now: new Date('2026-11-20T12:00:00Z') }
  const endpoint = { status: 200, received: [] as { body: string; signature: string }[] }
  const make = (): StripeSandbox =>
    createStripeSandbox({
      pool,
      origin: ORIGIN,
      accountName: () => 'Acme',
      webhookUrl: `${ORIGIN}/webhooks/stripe`,
      webhookSecret: WEBHOOK_SECRET,
      webhookEvents,
      secretKey: SECRET_KEY,
      now: () => clock.now,
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

  /** Events received by the endpoint so far. */
  const arrived = () => endpoint.received.map(({ body }) => JSON.parse(body) as Stripe.Event)

  return { clock, endpoint, sandbox, stripe, pay, advance, arrived, make }
}

export function sdk(fetch: Fetch, key: string): Stripe {
  return new Stripe(key, { httpClient: Stripe.createFetchHttpClient(fetch), maxNetworkRetries: 0, telemetry: false })
}

/** During `work` the sandbox answers with an internal error, as Stripe might, and stores nothing. */
export async function whileSandboxAway<T>(pool: Queryable, work: () => Promise<T>): Promise<T> {
  await pool.query({ text: 'alter table stripe_sandbox.object rename to away', values: [] })
  try {
    return await work()
  } finally {
    await pool.query({ text: 'alter table stripe_sandbox.away rename to object', values: [] })
  }
}
