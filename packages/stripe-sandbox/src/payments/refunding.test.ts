import { expect, it } from 'vitest'
import { testShop } from '../testing/shop.ts'
import { CARDS } from '../testing/test-sandbox.ts'

const shop = await testShop()

/** Buys for 74.25 and refunds 30.00. */
async function refunded(card: string) {
  const { intent } = await shop.buy(card)
  return { refund: await shop.stripe.refunds.create({ payment_intent: intent, amount: 3000 }), intent }
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
  const { refund, intent } = await refunded(CARDS.pays)
  const created = +shop.clock.now / 1000
  expect(refund).toMatchObject({ status: 'succeeded', amount: 3000, payment_intent: intent, created })
  expect(await shop.stripe.refunds.retrieve(refund.id)).toEqual(refund)
  await expect(shop.stripe.refunds.retrieve('re_none')).rejects.toMatchObject({ statusCode: 404 })
})

it('a refund that the bank takes its time for is pending, and succeeds later', async () => {
  const { refund, intent } = await refunded(CARDS.refundsLater)
  expect(refund.status).toBe('pending')
  expect(await shop.stripe.refunds.retrieve(refund.id)).toMatchObject({ pending_reason: 'processing' })
  await later(5)
  expect((await shop.stripe.refunds.retrieve(refund.id)).status).toBe('pending')
  await later(5)
  expect((await shop.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
  expect((await chargeOf(intent)).amount_refunded).toBe(3000)
  expect(await typesOf(refund.id)).toEqual(['charge.refund.updated', 'refund.updated', 'refund.created'])
})

it('a refund to a closed account succeeds, comes back later, and can be made again', async () => {
  const { refund, intent } = await refunded(CARDS.refundFails)
  expect(refund.status).toBe('succeeded')
  await shop.advance(1)
  const failed = await shop.stripe.refunds.retrieve(refund.id)
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await typesOf(refund.id)).toEqual([
    'charge.refund.updated',
    'refund.updated',
    'refund.failed',
    'refund.created',
  ])
  expect((await shop.stripe.refunds.create({ payment_intent: intent, amount: 7425 })).status).toBe('succeeded')
})

it('change events have the previous values', async () => {
  const { refund, intent } = await refunded(CARDS.refundFails)
  const { id } = await chargeOf(intent)
  await later(15)
  const { data } = await shop.stripe.events.list({ types: ['charge.refunded', 'refund.updated'], limit: 10 })
  const of = (object: string) => data.find(event => (event.data.object as { id: string }).id === object)?.data
  expect(of(id)?.previous_attributes).toEqual({ amount_refunded: 0 })
  expect(of(refund.id)?.previous_attributes).toEqual({ status: 'succeeded' })
})

it('twenty concurrent refunds of a card whose refunds come back never exceed the payment', async () => {
  const { intent } = await shop.buy(CARDS.refundFails)
  const attempt = () => shop.stripe.refunds.create({ payment_intent: intent, amount: 3000 })
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, attempt))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await Promise.all([later(15), shop.sandbox.runDue(), shop.sandbox.runDue()])
  expect((await chargeOf(intent)).amount_refunded).toBe(0)
})
