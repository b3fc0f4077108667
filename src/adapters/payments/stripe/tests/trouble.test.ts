import { CARDS } from '@redoubt/stripe-sandbox/testing'
import { afterEach, expect, it } from 'vitest'
import { newOrder } from '../../testing/new-orders.ts'
import { testPayments } from '../../testing/test-payments.ts'

const shop = await testPayments()
afterEach(() => shop.sandbox.trouble.clear())

it('a lost or cut answer leaves the call done, and the same key finds it', async () => {
  const { trouble } = shop.sandbox
  for (const mishap of ['lost', 'cut'] as const) {
    const since = new Date(+shop.clock.now + 1000)
    shop.clock.now = since
    const order = newOrder(shop.clock)
    // The SDK repeats a call once after a cut connection.
    trouble.plan('POST /v1/checkout/sessions', mishap, 2)
    await expect(shop.payments.createCheckout(order)).rejects.toMatchObject({ kind: 'unreachable' })
    trouble.clear()
    const { id } = await shop.payments.createCheckout(order)
    expect((await shop.payments.listCheckouts({ since })).items.map(checkout => checkout.id)).toEqual([id])
  }
})

it('a call that never arrived, a fault and a rate limit change nothing', async () => {
  const { paymentIntentId } = await shop.buy(CARDS.pays)
  const kinds = { unreached: 'unreachable', fault: 'unreachable', busy: 'busy' } as const
  for (const [mishap, kind] of Object.entries(kinds)) {
    shop.sandbox.trouble.plan('POST /v1/refunds', mishap as keyof typeof kinds, 1)
    const refund = { paymentIntentId, amountCents: 100, idempotencyKey: crypto.randomUUID() }
    await expect(shop.payments.refund(refund)).rejects.toMatchObject({ name: 'PaymentError', kind })
  }
  const { data } = await shop.stripe.refunds.list({ payment_intent: paymentIntentId })
  expect(data).toEqual([])
})

it('only the named calls fail, the given number of times', async () => {
  const { trouble } = shop.sandbox
  const { id } = await shop.buy(CARDS.pays)
  const met = trouble.met()
  trouble.plan('GET /v1/checkout/sessions/*', 'fault', 2)
  await shop.payments.listCheckouts({ since: new Date(0) })
  await expect(shop.payments.readCheckout(id)).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(shop.payments.readCheckout(id)).rejects.toMatchObject({ kind: 'unreachable' })
  expect((await shop.payments.readCheckout(id)).id).toBe(id)
  expect(trouble.met() - met).toBe(2)
})

it('webhooks are held back, sent several times and in another order', async () => {
  await shop.sandbox.deliverDue(shop.clock.now)
  const { trouble } = shop.sandbox
  shop.endpoint.received.length = 0
  trouble.webhooks({ areHeld: true })
  const bought = [await shop.buy(CARDS.pays), await shop.buy(CARDS.pays)]
  expect(await shop.sandbox.deliverDue(shop.clock.now)).toBe(0)
  const forwards = bought.flatMap(({ id, paymentIntentId: paid }) => [paid, paid, paid, id, id, id])
  trouble.webhooks({ areHeld: false, copies: 3, order: items => items.toReversed() })
  await shop.sandbox.deliverDue(shop.clock.now)
  const ids = shop.arrived().map(event => (event.data.object as { id: string }).id)
  expect(ids.toSorted()).toEqual(forwards.toSorted())
  expect(ids).not.toEqual(forwards)
  trouble.clear()
  expect(await shop.sandbox.deliverDue(shop.clock.now)).toBe(0)
})
