import { openTestSandbox, SECRET_KEY, WEBHOOK_SECRET } from '@redoubt/stripe-sandbox/testing'
import type { NewCheckout } from '#kernel/ports/payments.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { createStripePayments } from '../stripe/stripe-payments.server.ts'
import { WEBHOOK_EVENTS } from '../stripe/webhooks.server.ts'
import { newMembership, newOrder } from './new-orders.ts'

/** For a test file: the shop's adapter with the real SDK on a sandbox of its own, and an endpoint that records webhooks. */
export async function testPayments() {
  const database = await testDatabase(20)
  const test = openTestSandbox(database.pool, WEBHOOK_EVENTS)
  const { clock, sandbox, pay } = test
  const payments = createStripePayments({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    now: () => clock.now,
    fetch: sandbox.fetch,
    maxNetworkRetries: 0,
  })

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

  return { ...database, ...test, payments, buy, join }
}

export type TestPayments = Awaited<ReturnType<typeof testPayments>>
