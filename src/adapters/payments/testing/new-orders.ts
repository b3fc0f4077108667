import { ORIGIN } from '@redoubt/stripe-sandbox/testing'
import type { NewCheckout } from '#kernel/ports/payments.ts'

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
    expiresAt: new Date(+clock.now + 3_600_000),
    idempotencyKey: `order-${orderId}`,
    metadata: {},
    ...change,
  } as NewCheckout
}

export function newMembership(clock: { now: Date }, change: Partial<NewCheckout> = {}): NewCheckout {
  const lines = [{ name: 'Premium', amountCents: 2499, quantity: 1 }]
  return newOrder(clock, { mode: 'subscription', interval: 'month', lines, ...change } as Partial<NewCheckout>)
}
