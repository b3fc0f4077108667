import { afterAll, beforeAll, expect, it } from 'vitest'
import { CARDS, openTestSandbox, type TestSandbox } from './testing/open-sandbox.ts'

let shop: TestSandbox
beforeAll(async () => {
  shop = await openTestSandbox()
})
afterAll(() => shop.close())

/** Buys for 74.25 and refunds 30.00. */
async function refunded(card: string) {
  const { paymentIntentId, orderId } = await shop.buy(card)
  const refund = await shop.payments.refund({ paymentIntentId, amountCents: 3000, idempotencyKey: orderId })
  return { refund, paymentIntentId }
}
const chargeOf = async (payment_intent: string) => (await shop.stripe.charges.list({ payment_intent })).data[0]!
async function later(seconds: number) {
  shop.clock.now = new Date(+shop.clock.now + seconds * 1000)
  await shop.sandbox.runDue()
}
async function typesOf(id: string) {
  const { data } = await shop.stripe.events.list({ limit: 100 })
  return data.filter(({ data }) => (data.object as { id: string }).id === id).map(({ type }) => type)
}

it('a refund has its amount, payment and time', async () => {
  const { refund, paymentIntentId } = await refunded(CARDS.pays)
  const now = shop.clock.now
  const expected = { status: 'succeeded', amountCents: 3000, paymentIntentId, createdAt: now, failureReason: null }
  expect(refund).toEqual({ id: refund.id, ...expected })
  expect(await shop.payments.readRefund(refund.id)).toEqual(refund)
  await expect(shop.payments.readRefund('re_none')).rejects.toMatchObject({ kind: 'not_found' })
})

it('a refund that the bank takes its time for is pending, and succeeds later', async () => {
  const { refund, paymentIntentId } = await refunded(CARDS.refundsLater)
  expect(refund.status).toBe('pending')
  expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({ pending_reason: 'processing' })
  await later(5)
  expect((await shop.payments.readRefund(refund.id)).status).toBe('pending')
  await later(5)
  expect((await shop.payments.readRefund(refund.id)).status).toBe('succeeded')
  expect((await chargeOf(paymentIntentId)).amount_refunded).toBe(3000)
  expect(await typesOf(refund.id)).toEqual(['charge.refund.updated', 'refund.updated', 'refund.created'])
})

it('a refund to a closed account succeeds, comes back later, and can be made again', async () => {
  const { refund, paymentIntentId } = await refunded(CARDS.refundFails)
  expect(refund.status).toBe('succeeded')
  await shop.advance(1)
  const failed = await shop.payments.readRefund(refund.id)
  expect(failed).toMatchObject({ status: 'failed', failureReason: 'expired_or_canceled_card' })
  expect(await chargeOf(paymentIntentId)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await typesOf(refund.id)).toEqual([
    'charge.refund.updated',
    'refund.updated',
    'refund.failed',
    'refund.created',
  ])
  const again = { paymentIntentId, amountCents: 7425, idempotencyKey: crypto.randomUUID() }
  expect((await shop.payments.refund(again)).status).toBe('succeeded')
})

it('change events have the previous values', async () => {
  const { refund, paymentIntentId } = await refunded(CARDS.refundFails)
  const { id } = await chargeOf(paymentIntentId)
  await later(15)
  const { data } = await shop.stripe.events.list({ types: ['charge.refunded', 'refund.updated'], limit: 10 })
  const of = (object: string) => data.find(event => (event.data.object as { id: string }).id === object)?.data
  expect(of(id)?.previous_attributes).toEqual({ amount_refunded: 0 })
  expect(of(refund.id)?.previous_attributes).toEqual({ status: 'succeeded' })
})

it('twenty concurrent refunds of a card whose refunds come back never exceed the payment', async () => {
  const { paymentIntentId } = await shop.buy(CARDS.refundFails)
  const attempt = () =>
    shop.payments.refund({ paymentIntentId, amountCents: 3000, idempotencyKey: crypto.randomUUID() })
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, attempt))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await Promise.all([later(15), shop.sandbox.runDue(), shop.sandbox.runDue()])
  expect((await chargeOf(paymentIntentId)).amount_refunded).toBe(0)
})
