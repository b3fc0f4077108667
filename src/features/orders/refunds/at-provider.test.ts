import { whileSandboxAway } from '@redoubt/stripe-sandbox/testing'
import { describe, expect, it } from 'vitest'
import { findRefund } from '../order/money/stored-refunds.server.ts'
import { openStaffedShop, REFUND_CARDS } from '../testing/staffing.ts'
import { followRefunds } from './commands/follow-refunds.server.ts'
import { sendRefund } from './commands/send-refund.server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const { shop, staffing } = await openStaffedShop({ connections: 24 })

const refund = (id: string, body: object = {}) => staffing.staff(`orders/${id}/refunds`, { reason: 'Asked', ...body })
const refundsOf = async (id: string) => (await staffing.shown(id)).staff.refunds
const centsOf = async (id: string) => Math.round((await staffing.shown(id)).total * 100)

/** A refund decided while the provider is away: its job has failed and will run again. */
async function unsent(orderId: string, body: object = {}): Promise<string> {
  const { pool } = shop.services
  await whileSandboxAway(pool, async () => {
    expect((await refund(orderId, body)).status).toBe(200)
    const waiting = `select from pgboss.job where name = 'send-refund' and state = 'retry'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0)
  })
  // From here on only the tests send refunds.
  await pool.query(`delete from pgboss.job where name = 'send-refund'`)
  const { id, status } = (await refundsOf(orderId)).at(-1)
  expect(status).toBe('requested')
  return id
}

/** Simulates a request of ours whose answer is lost. */
async function payUnheard(orderId: string, refundId: string, cents?: number) {
  const { payment_intent_id: paymentIntentId } = await staffing.orderRow(orderId)
  const amountCents = cents ?? (await centsOf(orderId))
  return shop.system.payments.refund({
    paymentIntentId: paymentIntentId!,
    amountCents,
    idempotencyKey: `${refundId}:1`,
  })
}

/** Delivers the sandbox's webhooks by hand. */
const bring = async (type: string) =>
  expect((await staffing.deliver(await staffing.newestWebhook(type))).status, type).toBe(200)

async function bankDecides() {
  shop.clock.advance(11_000)
  await shop.paymentProvider.sandbox!.runDue()
}

describe('a payment provider', () => {
  it('a refund at an unreachable provider is sent later by the next caller, and paid once', async () => {
    const { id, buyer } = await staffing.paidOrder()
    const refundId = await unsent(id)
    expect(await staffing.shown(id, buyer)).toMatchObject({ status: 'refunded', refunds: [{ status: 'requested' }] })
    expect((await shop.outbox(buyer.email))[0]!.subject).not.toContain('Refund')
    shop.clock.advance(3 * MINUTE)
    await Promise.all([
      followRefunds(shop.system),
      ...Array.from({ length: 5 }, () => sendRefund(shop.system, refundId).catch(() => {})),
    ])
    await followRefunds(shop.system)
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', attempt: 1 }])
    expect(await staffing.paidBack(id)).toBe(await centsOf(id))
    await shop.settleJobs()
    const emails = (await shop.outbox(buyer.email)).filter(({ subject }) => subject.startsWith('Refund of'))
    expect(emails).toHaveLength(1)
  })

  it('a refund whose answer is lost gets the same refund under the same key', async () => {
    const { id } = await staffing.paidOrder()
    const refundId = await unsent(id)
    const unheard = await payUnheard(id, refundId)
    await sendRefund(shop.system, refundId)
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', providerId: unheard.id }])
    expect(await staffing.paidBack(id)).toBe(await centsOf(id))
  })

  it('a webhook about a refund before its own answer is matched to that refund', async () => {
    const { id } = await staffing.paidOrder()
    const refundId = await unsent(id)
    const unheard = await payUnheard(id, refundId)
    await bring('refund.created')
    await shop.settleJobs()
    await sendRefund(shop.system, refundId)
    expect(await refundsOf(id)).toMatchObject([{ id: refundId, origin: 'staff', providerId: unheard.id }])
    expect(await staffing.paidBack(id)).toBe(await centsOf(id))
  })

  it('a webhook about one of two refunds of the same amount leads to both being paid', async () => {
    const { id } = await staffing.paidOrder([{}, {}])
    const [one, other] = [
      await unsent(id, { lines: [{ position: 0, quantity: 1 }] }),
      await unsent(id, { lines: [{ position: 1, quantity: 1 }] }),
    ]
    const half = (await centsOf(id)) / 2
    const unheard = await payUnheard(id, other, half)
    await bring('refund.created')
    await shop.settleJobs()
    for (const refundId of [one, other, one]) await sendRefund(shop.system, refundId)
    await shop.settleJobs()
    const refunds = await refundsOf(id)
    expect(refunds).toMatchObject([
      { id: one, status: 'succeeded' },
      { id: other, status: 'succeeded', providerId: unheard.id },
    ])
    expect(await staffing.paidBack(id)).toBe(2 * half)
  })

  it('a slow provider leaves the refund pending until it reports success', async () => {
    const { id } = await staffing.paidOrder([{}], { card: REFUND_CARDS.later })
    await refund(id)
    await shop.settleJobs()
    expect(await refundsOf(id)).toMatchObject([{ status: 'pending' }])
    await bankDecides()
    await bring('refund.updated')
    await shop.settleJobs()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })

  it('a refund without further webhooks is read at the provider', async () => {
    const { id } = await staffing.paidOrder([{}], { card: REFUND_CARDS.later })
    await refund(id)
    await shop.settleJobs()
    await bankDecides()
    shop.clock.advance(3 * MINUTE)
    await followRefunds(shop.system)
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })
})

describe('a refund that comes back from the bank', () => {
  it('a refund returned by the bank has failed: staff are notified, the buyer is not, and a retry uses another key', async () => {
    const { id, buyer } = await staffing.paidOrder([{}], { card: REFUND_CARDS.fails })
    await refund(id)
    await shop.settleJobs()
    const [{ id: refundId, status: before }] = await refundsOf(id)
    expect(before).toBe('succeeded')
    const retry = () => shop.call(`/api/admin/refunds/${refundId}/retry`, { as: staffing.admin, method: 'POST' })
    expect((await retry()).json.code).toBe('refund_not_failed')

    await bankDecides()
    await bring('refund.failed')
    await bring('refund.failed')
    await shop.settleJobs()
    expect(await refundsOf(id)).toMatchObject([{ status: 'failed' }])
    const { staff } = await staffing.shown(id)
    const failures = staff.events.filter((event: { kind: string }) => event.kind === 'refund_failed')
    expect(failures).toMatchObject([{ note: expect.stringContaining('expired or canceled card') }])
    expect((await staffing.shown(id, buyer)).events.at(-1).kind).toBe('refunded')
    expect((await staffing.staff('orders?status=refund_failed')).json.orders).toMatchObject([
      { id, refundFailed: true },
    ])
    expect(await staffing.paidBack(id)).toBe(0)

    const answers = await Promise.all(Array.from({ length: 10 }, retry))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await shop.settleJobs()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', attempt: 2 }])
    expect(await staffing.paidBack(id)).toBe(await centsOf(id))
    // A late webhook about the first try changes nothing.
    await bring('refund.failed')
    await shop.settleJobs()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', attempt: 2 }])
    const emails = (await shop.outbox(buyer.email)).filter(({ subject }) => subject.startsWith('Refund of'))
    expect(emails).toHaveLength(1)
  })

  it('a retry without a failed refund is refused', async () => {
    const { status } = await shop.call('/api/admin/refunds/no-refund/retry', { as: staffing.admin, method: 'POST' })
    expect(status).toBe(404)
  })
})

describe('refunds made in the provider’s dashboard', () => {
  const byHand = async (orderId: string, amountCents: number) => {
    const { payment_intent_id: paymentIntentId } = await staffing.orderRow(orderId)
    const idempotencyKey = crypto.randomUUID()
    await shop.system.payments.refund({ paymentIntentId: paymentIntentId!, amountCents, idempotencyKey })
    await Promise.all([bring('refund.created'), bring('refund.created')])
    await shop.settleJobs()
  }

  it('a dashboard refund becomes a refund without pieces; credits stay, and staff refund only the rest', async () => {
    const { id, buyer } = await staffing.paidOrder([{ quantity: 2 }])
    await byHand(id, 3000)
    const order = await staffing.shown(id)
    expect(order).toMatchObject({ status: 'paid', refunded: 30, lines: [{ refunded: 0 }] })
    expect(order.staff.refunds).toMatchObject([{ origin: 'provider', actor: null, status: 'succeeded', lines: [] }])
    expect(await staffing.available(buyer)).toMatchObject({ silverCredits: 4 })
    await refund(id)
    await shop.settleJobs()
    expect(await staffing.shown(id)).toMatchObject({ status: 'refunded', refunded: 90.6 })
    expect(await staffing.paidBack(id)).toBe(9060)
    expect(await staffing.available(buyer)).toMatchObject({ silverCredits: 0 })
  })

  it('a whole dashboard refund refunds the order, and staff can still take its credits', async () => {
    const { id, buyer } = await staffing.paidOrder()
    await byHand(id, await centsOf(id))
    expect(await staffing.shown(id)).toMatchObject({ status: 'refunded' })
    const { json } = await refund(id)
    expect(json.refunds).toMatchObject([{ amount: json.total }, { amount: 0, status: 'succeeded' }])
    expect(await staffing.available(buyer)).toMatchObject({ silverCredits: 0 })
  })

  it('a dashboard refund of a membership’s first payment refunds its order, and the membership goes on', async () => {
    const { id } = await staffing.paidOrder([{ interval: 'month', priceCents: 2499, stock: [null], entries: 0 }])
    await shop.settleJobs()
    await byHand(id, 2499)
    expect(await staffing.shown(id)).toMatchObject({ status: 'refunded', refunds: [{ amount: 24.99, lines: [] }] })
    const { subscription_id } = await staffing.orderRow(id)
    expect(await shop.system.payments.readSubscription(subscription_id!)).toMatchObject({ status: 'active' })
  })

  it('a dashboard refund of the same amount as a waiting refund counts as that refund', async () => {
    const { id } = await staffing.paidOrder()
    const refundId = await unsent(id)
    await byHand(id, await centsOf(id))
    await sendRefund(shop.system, refundId)
    expect(await refundsOf(id)).toMatchObject([{ id: refundId, status: 'succeeded' }])
    expect(await staffing.paidBack(id)).toBe(await centsOf(id))
  })
})

// Last, because every user's sign-in has expired afterwards.
describe('a payment provider that was away for days', () => {
  it('after the provider forgot the key, its refunds are read before it is asked again', async () => {
    const { id } = await staffing.paidOrder()
    const refundId = await unsent(id)
    const unheard = await payUnheard(id, refundId)
    const paid = await staffing.paidBack(id)
    shop.clock.advance(2 * DAY)
    await shop.services.pool.query('delete from stripe_sandbox.idempotency_key')
    await sendRefund(shop.system, refundId)
    expect(await findRefund(shop.system, refundId)).toMatchObject({ status: 'succeeded', providerId: unheard.id })
    expect(await staffing.paidBack(id)).toBe(paid)
  })
})
