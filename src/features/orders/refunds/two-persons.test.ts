import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { disputingIn } from '#features/disputes/testing/disputing.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { keepProviderRefund } from './commands/adopt-refund.server.ts'

/** Money that staff give back: one person below the threshold, two persons from it on, by every door together. */

const shop = await testShop({ connections: 20 })
const bank = await disputingIn(shop)
const { db } = shop.services
const { decide, proposedBy, confirmed, proposalsFor } = secondPersonOf(shop)
const manager = await shop.addUser({ role: 'manager', name: 'Max Manager' })
beforeAll(() => shop.changeSettings({ draw: { twoPersonsFrom: 3000 } }))
afterEach(() => bank.expectAudited())

const reason = 'It was asked for'
/** Four pieces of $1,000. */
const FOUR = [{ priceCents: 100_000, quantity: 4 }]
const ALL = [{ priceCents: 400_000 }]
const send = (path: string, json: object, as: TestUser = manager) => shop.call(`/api/admin/${path}`, { as, json })
const refund = (id: string, quantity?: number, as?: TestUser) =>
  send(`orders/${id}/refunds`, { reason, ...(quantity && { lines: [{ position: 0, quantity }] }) }, as)
const cancel = (id: string, as?: TestUser) => send(`orders/${id}/cancel`, { reason }, as)
const moneyOf = async (id: string) => {
  const { refunded_cents, standing } = await bank.orderRow(id)
  return { refunded_cents, standing, refunds: (await refundsOf(id)).length }
}
const refundsOf = (id: string) => db.selectFrom('refund').selectAll().where('order_id', '=', id).execute()

const orderOnHold = async () => bank.orderOnHold(await shop.addUser(), { priceCents: 400_000 })

describe('money that staff give back of an order', () => {
  it('takes two persons for a refund from the threshold on [B-34.14]', async () => {
    const { id, buyer } = await bank.paidOrder(ALL)
    const before = await moneyOf(id)
    const proposal = proposedBy(await refund(id))
    expect(await moneyOf(id)).toEqual(before)
    const [shown] = await proposalsFor(bank.admin, `?subjectType=order&subjectId=${id}`)
    expect(shown).toMatchObject({ kind: 'refund_order', reason, subject: { type: 'order', id } })
    expect(shown!.facts.map(({ label }) => label)).toEqual(['Goes back', 'Order', 'Credits', 'Pieces'])
    expect((await decide(proposal, 'confirm', manager)).json.code).toBe('other_person_needed')
    for (const role of ['support', 'fulfilment', 'draw-officer'] as const)
      expect((await decide(proposal, 'confirm', await shop.addUser({ role }))).json.code).toBe('Unauthorized')
    expect(await moneyOf(id)).toEqual(before)
    const seconds = await Promise.all(Array.from({ length: 6 }, () => shop.addUser({ role: 'manager' })))
    const answers = await Promise.all(seconds.map(as => decide(proposal, 'confirm', as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
    const { total_cents } = await bank.orderRow(id)
    expect(await moneyOf(id)).toEqual({ refunded_cents: total_cents, standing: 'refunded', refunds: 1 })
    await shop.settleJobs()
    expect(await bank.paidBack(id)).toBe(total_cents)
    expect((await shop.call('/api/my/export', { as: buyer })).json.proposals).toMatchObject([
      { title: 'Refund the order', decision: 'confirmed' },
    ])
  })

  it('counts together, so that pieces refunded one by one, also at once, stay below the threshold [B-34.14]', async () => {
    const { id } = await bank.paidOrder(FOUR)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(id, 1)))
    // Two pieces are $2,000 and their fees, the third would reach $3,000.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, ...Array(5).fill(409)])
    expect((await moneyOf(id)).refunds).toBe(2)
    proposedBy(await cancel(id))
    expect((await moneyOf(id)).standing).toBe('paid')
  })

  it('takes two persons for a cancellation, and one below the threshold [B-34.14]', async () => {
    const { id } = await bank.paidOrder(ALL)
    const before = await moneyOf(id)
    const proposal = proposedBy(await cancel(id))
    expect(await moneyOf(id)).toEqual(before)
    expect((await decide(proposal, 'confirm', manager)).json.code).toBe('other_person_needed')
    expect((await decide(proposal, 'confirm', bank.admin)).status).toBe(200)
    expect(await moneyOf(id)).toMatchObject({ standing: 'cancelled', refunds: 1 })
    const small = await bank.paidOrder([{}])
    expect((await cancel(small.id)).json).toMatchObject({ status: 'cancelled' })
  })

  it('is confirmed as it was shown, and void when nothing is left [B-34.14]', async () => {
    const { id } = await bank.paidOrder([{ priceCents: 290_000 }, { priceCents: 290_000 }])
    const both = proposedBy(await refund(id))
    const cancelled = proposedBy(await cancel(id))
    const one = { reason, lines: [{ position: 0, quantity: 1 }] }
    const tooMuch = await send(`orders/${id}/refunds`, one)
    expect(tooMuch.json.code).toBe('already_proposed')
    // The provider's dashboard gives a part back.
    const paymentIntentId = (await bank.orderRow(id)).payment_intent_id!
    const part = { paymentIntentId, amountCents: 5000, idempotencyKey: `dashboard of ${id}` }
    expect(await keepProviderRefund(shop.system, await shop.system.payments.refund(part))).toBe(true)
    expect((await decide(both, 'confirm', bank.admin)).json.code).toBe('refund_changed')
    expect((await decide(both, 'confirm', bank.admin)).json.code).toBe('already_decided')
    await confirmed(await refund(id))
    expect((await decide(cancelled, 'confirm', bank.admin)).json.code).toBe('already_decided')
  })

  it('takes two persons for a payment held for checking that goes back [B-34.14]', async () => {
    const id = await orderOnHold()
    const proposal = proposedBy(await send(`orders/${id}/review`, { decision: 'refund', reason }))
    await shop.settleJobs()
    expect(await bank.orderRow(id)).toMatchObject({ status: 'review', payment_intent_id: null })
    expect((await decide(proposal, 'confirm', manager)).json.code).toBe('other_person_needed')
    expect((await decide(proposal, 'confirm', bank.admin)).status).toBe(200)
    await shop.settleJobs()
    expect(await bank.orderRow(id)).toMatchObject({ status: 'cancelled' })
    const { total_cents } = await bank.orderRow(id)
    expect(await bank.paidBack(id)).toBe(total_cents - 100)
  })

  it('takes two persons for a dispute that staff accept, and counts disputes of one order together [B-34.14]', async () => {
    const { id } = await bank.paidOrder(ALL)
    const providerIds = [await bank.dispute(id, { amount: 200_000 }), await bank.dispute(id, { amount: 200_000 })]
    for (const one of providerIds) await bank.read(one)
    const { json } = await bank.staff(`orders/${id}/disputes`)
    const [first, second] = json.disputes as { id: string }[]
    const accept = (dispute: { id: string }, body: object = { reason }) =>
      send(`disputes/${dispute.id}/accept`, body, manager)
    const answers = await Promise.all([accept(first!), accept(second!)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 202])
    const waiting = answers[0]!.status === 202 ? first! : second!
    const proposal = proposedBy(answers.find(({ status }) => status === 202)!)
    const statusOf = async () =>
      (await db.selectFrom('dispute').select('status').where('id', '=', waiting.id).executeTakeFirstOrThrow()).status
    await shop.settleJobs()
    expect(await statusOf()).toBe('needs_response')
    expect((await accept(waiting)).json.code).toBe('already_proposed')
    expect((await decide(proposal, 'confirm', manager)).json.code).toBe('other_person_needed')
    expect((await decide(proposal, 'confirm', bank.admin)).status).toBe(200)
    await shop.settleJobs()
    expect(await statusOf()).toBe('lost')
  })

  it('waits for no second person in a job or at the word of a bank, and reads the threshold at its lowest since the order [B-34.14]', async () => {
    const { id } = await bank.paidOrder(ALL)
    await shop.changeSettings({ draw: { twoPersonsFrom: 9000 } })
    proposedBy(await refund(id))
    await shop.changeSettings({ draw: { twoPersonsFrom: 3000 } })
    await bank.disputed(id)
    const { payment_intent_id } = await bank.orderRow(id)
    const row = await db
      .selectFrom('dispute')
      .select('provider_id')
      .where('payment_intent_id', '=', payment_intent_id)
      .executeTakeFirstOrThrow()
    await bank.decided(row.provider_id, 'lost')
    expect((await bank.orderRow(id)).dispute_hold).toBe('lost')
  })
})
