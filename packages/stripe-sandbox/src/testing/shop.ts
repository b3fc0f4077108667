import type Stripe from 'stripe'
import { afterAll } from 'vitest'
import type { EventType } from '../event-types.ts'
import { openDatabase } from './database.ts'
import { ORIGIN, openTestSandbox } from './test-sandbox.ts'

type SessionParams = Stripe.Checkout.SessionCreateParams

const SUBSCRIBED: EventType[] = ['checkout.session.completed', 'checkout.session.expired', 'invoice.paid']

/** The shop of a test file: a sandbox on its own database, and a shop that buys by Stripe's SDK. */
export async function testShop() {
  const database = await openDatabase()
  afterAll(database.close)
  const test = openTestSandbox(database.pool, SUBSCRIBED)
  const { stripe, clock } = test

  /** Opens a payment page for 74.25. */
  async function open(change: Partial<SessionParams> = {}, idempotencyKey: string = crypto.randomUUID()) {
    const session = await stripe.checkout.sessions.create(orderParams(clock, change), { idempotencyKey })
    return { id: session.id, url: session.url! }
  }

  /** A session with its payment. */
  const read = (id: string) => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })

  /** Pays an order by card. @returns its session and the id of its payment. */
  async function buy(card: string, change: Partial<SessionParams> = {}) {
    const { id, url } = await open(change)
    await test.pay(url, card)
    const session = await read(id)
    return { session, intent: (session.payment_intent as Stripe.PaymentIntent | null)?.id ?? '' }
  }

  /** Starts a subscription by card. */
  async function join(card: string) {
    const { session } = await buy(card, SUBSCRIPTION)
    return { id: session.subscription as string, customer: session.customer as string }
  }

  /** The latest invoice of a subscription. */
  async function latestInvoice(subscription: string) {
    const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] })
    return latest_invoice as Stripe.Invoice
  }

  return { ...test, ...database, open, read, buy, join, latestInvoice }
}

/** An order of 74.25 with a product, a fee and a tax. */
export function orderParams(clock: { now: Date }, change: Partial<SessionParams> = {}): SessionParams {
  const metadata = { orderId: crypto.randomUUID() }
  const line = (name: string, unit_amount: number, quantity = 1) => {
    return { quantity, price_data: { currency: 'usd', unit_amount, product_data: { name } } }
  }
  const isSubscription = change.mode === 'subscription'
  return {
    mode: 'payment',
    client_reference_id: metadata.orderId,
    customer_email: 'ada@redoubt.test',
    success_url: `${ORIGIN}/checkout?status=success&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ORIGIN}/checkout?status=cancelled`,
    expires_at: Math.floor(+inMinutes(clock, 60) / 1000),
    metadata,
    ...(isSubscription ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    line_items: [line('Patch', 2000, 3), line('Service fee', 900), line('Tax', 525)],
    ...change,
  }
}

/** A monthly subscription of 24.99. */
export const SUBSCRIPTION: Partial<SessionParams> = {
  mode: 'subscription',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: 2499,
        product_data: { name: 'Premium' },
        recurring: { interval: 'month' },
      },
    },
  ],
}

export const inMinutes = (clock: { now: Date }, minutes: number) => new Date(clock.now.getTime() + minutes * 60_000)
