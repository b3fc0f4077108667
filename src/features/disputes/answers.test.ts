import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { transact } from '#kernel/transaction.server.ts'
import { disputingIn } from './testing/disputing.ts'

const shop = await testShop({ connections: 16 })
const bank = await disputingIn(shop)
afterEach(() => bank.expectAudited())

async function open(wish?: { inquiry?: boolean }) {
  const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 2, name: 'Plate Carrier' }])
  const giveaway = await bank.giveaway('Field Kit')
  await bank.enter(buyer, giveaway, [3])
  await bank.disputed(id, wish)
  const { json } = await bank.staff(`orders/${id}/disputes`)
  return { id, buyer, dispute: json.disputes[0] }
}
const submit = (id: string, summary = 'It was delivered.') => bank.staff(`disputes/${id}/evidence`, { summary })
const accept = (id: string) => shop.call(`/api/admin/disputes/${id}/accept`, { as: bank.admin, method: 'POST' })

describe('staff', () => {
  it('see a dispute with reason, deadline, money and what it freezes [B-11.45]', async () => {
    const { id, dispute } = await open()
    const { total } = await bank.shown(id)
    expect(dispute).toMatchObject({
      ...{ amount: total, taken: total, fees: 15, reason: 'fraudulent', status: 'needs_response', isInquiry: false },
      ...{ credits: [{ tier: 'Gold', owed: 2, frozen: 1, flagged: 1, missing: 0, taken: 0 }] },
      ...{ dueBy: expect.stringMatching(/^2026-03-09T12:00/), actions: ['submit', 'accept'] },
    })
    const { json: today } = await bank.staff('today')
    const work = today.work.find(({ kind }: { kind: string }) => kind === 'disputes')
    expect(work).toMatchObject({ urgency: 'soon', dueAt: expect.stringMatching(/^2026-03-09T12:00/) })
    expect(work.items[0].recordId).toBe(id)
    const { json } = await bank.staff('orders?status=disputed')
    expect(json.orders.map((order: { id: string }) => order.id)).toContain(id)
  })

  it('submit evidence once; then the bank decides [B-11.45]', async () => {
    const { id, dispute } = await open()
    const answers = await Promise.all([submit(dispute.id), submit(dispute.id), submit(dispute.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { json } = await bank.staff(`orders/${id}/disputes`)
    expect(json.disputes[0]).toMatchObject({ status: 'under_review', answeredBy: 'Robin Keeper', actions: ['accept'] })
    expect((await submit(dispute.id)).json).toMatchObject({ code: 'evidence_submitted' })
    const { events } = (await bank.shown(id)).staff
    expect(events.filter((event: { kind: string }) => event.kind === 'dispute_answered')).toHaveLength(1)
  })

  it('win by winning evidence, and lose by accepting, in the same step', async () => {
    const won = await open()
    expect((await submit(won.dispute.id, 'winning_evidence')).json.status).toBe('won')
    expect(await bank.creditAccount(won.buyer)).toEqual({ available: 1, spent: 1, frozen: 0 })
    const lost = await open()
    expect((await accept(lost.dispute.id)).json).toMatchObject({ status: 'lost', credits: [{ taken: 2 }] })
    expect((await accept(lost.dispute.id)).json).toMatchObject({ code: 'dispute_closed' })
  })

  it('neither accept nor answer a dispute about an order of their own [B-34.10]', async () => {
    const { id, dispute } = await open()
    const manager = await shop.addUser({ role: 'manager' })
    const { db } = shop.services
    await db.updateTable('customer_order').set({ email: manager.email }).where('id', '=', id).execute()
    for (const [step, json] of [['accept'], ['evidence', { summary: 'It was delivered.' }]] as const) {
      const path = `/api/admin/disputes/${dispute.id}/${step}`
      const answer = await shop.call(path, { as: manager, method: 'POST', ...(json && { json }) })
      expect([answer.status, answer.json.code], answer.text).toEqual([403, 'own_order'])
    }
    expect((await bank.staff(`orders/${id}/disputes`)).json.disputes[0].status).toBe('needs_response')
  })

  it('staff cannot answer a dispute without a summary, after the deadline, or while the provider is away', async () => {
    const { dispute } = await open()
    expect((await submit(dispute.id, '  ')).json).toMatchObject({
      errors: { summary: ['Please tell the bank why the payment is valid.'] },
    })
    shop.paymentProvider.sandbox!.trouble.plan('POST /v1/files', 'fault', 9)
    expect((await submit(dispute.id)).json).toMatchObject({ status: 502, code: 'dispute_provider_away' })
    shop.paymentProvider.sandbox!.trouble.clear()
    await shop.services.pool.query('update dispute set due_by = $2 where id = $1', [dispute.id, shop.clock.now()])
    expect((await submit(dispute.id)).json).toMatchObject({ code: 'evidence_late' })
    expect((await bank.staff('disputes/nothing/evidence', { summary: 'x' })).status).toBe(404)
  })
})

describe('merged accounts', () => {
  it('a merge takes frozen credits and flagged entries along, and the end of the dispute finds them', async () => {
    const { buyer, dispute } = await open()
    const into = await shop.addUser()
    const json = { from: buyer.userId, into: into.userId, reason: 'Asked' }
    const merged = await shop.call('/api/admin/users/merge', { as: bank.admin, json })
    expect(merged.status, merged.text).toBe(200)
    expect(await bank.creditAccount(into)).toEqual({ available: 0, spent: 1, frozen: 1 })
    await bank.decided(dispute.providerId, 'lost')
    expect(await bank.creditAccount(into)).toEqual({ available: 0, spent: 0, frozen: 0 })
  })
})

describe('the evidence', () => {
  it('the evidence is one PDF with order, delivery, acceptance, use of credits and policy [B-11.45]', async () => {
    const { id, dispute } = await open()
    const answer = await shop.call(`/api/admin/disputes/${dispute.id}/evidence.pdf`, { as: bank.admin })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const { reference } = await bank.shown(id)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="evidence-${reference}.pdf"`)
    expect(answer.text.startsWith('%PDF-')).toBe(true)
    expect(answer.text.length).toBeGreaterThan(5000)
  })

  it('the evidence is readable only by staff who may refund', async () => {
    const { buyer, dispute } = await open()
    const support = await shop.addUser({ role: 'support' })
    for (const as of [buyer, support]) {
      expect((await shop.call(`/api/admin/disputes/${dispute.id}/evidence.pdf`, { as })).status).toBe(403)
    }
  })
})

describe('the shopper', () => {
  it('reads that the payment is disputed and sees the frozen credits in the statement', async () => {
    const { id, buyer } = await open()
    const { dispute, reference, events } = await bank.shown(id, buyer)
    expect(dispute).toBe('open')
    expect(events.at(-1)).toMatchObject({ kind: 'disputed' })
    expect(events.at(-1).note).toBeUndefined()
    const { json } = await shop.call('/api/my/credits/history', { as: buyer })
    expect(json.items[0]).toMatchObject({ type: 'frozen', amount: -1, description: `Dispute of order ${reference}` })
  })

  it('the export has the dispute, and frozen credits lapse with the account', async () => {
    const { buyer } = await open()
    const { disputesData } = await import('./personal-data.server.ts')
    const person = { userId: buyer.userId, email: buyer.email, phone: null }
    expect(await disputesData.exportOf(shop.system, person)).toMatchObject({
      disputes: [{ reason: 'fraudulent', status: 'needs_response', credits: [{ tier: 'Gold', frozen: 1 }] }],
    })
    await transact(shop.system, tx => disputesData.erase(tx, person))
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 1, frozen: 0 })
  })
})
