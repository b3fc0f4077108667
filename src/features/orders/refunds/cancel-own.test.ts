import { describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { openStaffedShop } from '../testing/staffing.ts'

const { shop, staffing } = await openStaffedShop({ connections: 40 })
const { admin, paidOrder, paidBack, shown, staff, step, available } = staffing
const { pool } = shop.services

const cancel = (as: TestUser, id: string, json: object = { status: 'paid' }, headers = {}) =>
  shop.call(`/api/orders/${id}/cancel`, { as, json, headers })
const preview = async (as: TestUser, id: string) => (await shop.call(`/api/orders/${id}/cancellation`, { as })).json
const cents = async (id: string) => Math.round((await shown(id)).total * 100)

async function giveaway(title: string, tier = 'Gold'): Promise<string> {
  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const json = { title, description: 'Goods in a box.', tier, startDate, entryLimit: 50, value: 80 }
  return (await shop.call('/api/giveaways', { as: admin, json })).json.id
}
const enter = (as: TestUser, id: string, slots: number[]) =>
  shop.call(`/api/giveaways/${id}/entries`, { as, json: { slots } })
const mine = async (as: TestUser, id: string) =>
  (await shop.call(`/api/giveaways/${id}/slots`, { as })).json.mine as number[]
const close = (id: string) =>
  pool.query(`update giveaway set closed_at = $2, closed_reason = 'ended' where id = $1`, [id, shop.clock.now()])

/** A paid order of four Gold credits, of which three are in a giveaway that closed: a cancellation waits for staff. */
async function sealedOrder() {
  const { id, buyer, variantIds } = await paidOrder([{ tier: 'Gold', entries: 4 }])
  const closed = await giveaway('Sealed')
  expect((await enter(buyer, closed, [1, 2, 3])).status).toBe(200)
  await close(closed)
  return { id, buyer, closed, variantId: variantIds[0]! }
}
async function waitingOrder() {
  const order = await sealedOrder()
  expect((await cancel(order.buyer, order.id)).status).toBe(202)
  return order
}
const toPack = async (filter = 'to_pack') => {
  const { json } = await shop.call(`/api/admin/orders?status=${filter}`, { as: admin })
  return json.orders.map(({ id }: { id: string }) => id) as string[]
}

describe('a paid order', () => {
  it('is cancelled by its buyer: everything goes back, once, and the buyer is told [B-11.63]', async () => {
    const { id, buyer, variantIds } = await paidOrder([{ quantity: 2, stock: [5] }])
    expect(await shown(id, buyer)).toMatchObject({ canCancel: true, cancelAskedAt: null })
    const total = await cents(id)
    const told = await preview(buyer, id)
    expect(told).toMatchObject({ amount: total / 100, waits: false })
    expect(told.credits).toEqual([{ tier: 'Silver', earned: 4, takenBack: 4, entriesRemoved: 0 }])
    expect((await cancel(buyer, id)).status).toBe(204)
    expect((await cancel(buyer, id)).status).toBe(204)
    await shop.settleJobs()
    const order = await shown(id, buyer)
    expect(order).toMatchObject({ status: 'cancelled', refunded: total / 100, canCancel: false })
    expect(order.refunds).toMatchObject([{ status: 'succeeded', credits: { Silver: 4 } }])
    expect(order.events.map(({ kind }: { kind: string }) => kind)).toEqual(['placed', 'paid', 'cancelled', 'refunded'])
    expect(await paidBack(id)).toBe(total)
    expect(await available(buyer)).toMatchObject({ silverCredits: 0 })
    expect(await staffing.stockOf(variantIds[0]!)).toEqual({ stock_on_hand: 5, held: 0 })
    const subjects = (await shop.outbox(buyer.email)).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.includes('was cancelled'))).toHaveLength(1)
    const { rows } = await pool.query('select action, actor_id as by from audit_log where subject_id = $1', [id])
    expect(rows).toEqual([{ action: 'cancelled', by: buyer.userId }])
  })

  it('is cancelled by a call that says paid alone, and learns its state else [B-11.63]', async () => {
    const { id, buyer } = await paidOrder()
    for (const json of [{}, { status: 'pending' }, { status: 'packed' }]) {
      const answer = await cancel(buyer, id, json)
      expect([answer.status, answer.json.code], JSON.stringify(json)).toEqual([409, 'order_moved'])
      expect(answer.json.detail).toBe('This order is paid now. Please look at it again.')
    }
    expect((await cancel(buyer, id, { status: 'lost' })).status).toBe(400)
    await step(id, 'pack')
    expect(await shown(id, buyer)).toMatchObject({ canCancel: false })
    for (const json of [{}, { status: 'paid' }, { status: 'packed' }]) {
      const answer = await cancel(buyer, id, json)
      expect([answer.status, answer.json.code]).toEqual([409, 'order_moved'])
      expect(answer.json.detail).toBe('This order is packed now. Please look at it again.')
    }
    expect(await shown(id)).toMatchObject({ status: 'packed', refunded: 0 })
    await step(id, 'unpack')
    expect((await cancel(buyer, id)).status).toBe(204)
  })

  it('is cancelled by no stranger, and by staff not as its buyer [B-11.63]', async () => {
    const { id } = await paidOrder()
    const stranger = await cancel(await shop.addUser(), id)
    expect([stranger.status, stranger.json.code]).toEqual([403, 'Unauthorized'])
    const own = await paidOrder([{ entries: 0 }], { as: admin })
    const answer = await cancel(admin, own.id)
    expect([answer.status, answer.json.code]).toEqual([403, 'own_order'])
    expect(await shown(own.id)).toMatchObject({ status: 'paid' })
  })

  it('loses the newest entries in open giveaways for credits that the balance lacks, and no more [B-11.64]', async () => {
    const { id, buyer } = await paidOrder([{ tier: 'Gold', entries: 4 }])
    const [older, newer] = [await giveaway('Older'), await giveaway('Newer')]
    await enter(buyer, older, [1])
    shop.clock.advance(1000)
    await enter(buyer, newer, [7, 8])
    const second = await paidOrder([{ tier: 'Gold', entries: 1 }], { as: buyer })
    expect((await preview(buyer, id)).credits).toEqual([{ tier: 'Gold', earned: 4, takenBack: 4, entriesRemoved: 2 }])
    expect((await cancel(buyer, id)).status).toBe(204)
    expect([await mine(buyer, older), await mine(buyer, newer)]).toEqual([[1], []])
    expect(await available(buyer)).toMatchObject({ goldCredits: 0 })
    expect(await shown(second.id)).toMatchObject({ status: 'paid' })
  })

  it('is cancelled once under an Idempotency-Key [B-11.63]', async () => {
    const { id, buyer } = await paidOrder()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = [await cancel(buyer, id, undefined, key), await cancel(buyer, id, undefined, key)]
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    await shop.settleJobs()
    expect(await paidBack(id)).toBe(await cents(id))
  })
})

describe('a cancellation whose credits are in a sealed list', () => {
  it('waits for staff, says so before the press, and changes nothing until then [B-11.65]', async () => {
    const { id, buyer, closed, variantId } = await sealedOrder()
    const stock = await staffing.stockOf(variantId)
    expect(await preview(buyer, id)).toMatchObject({
      waits: true,
      credits: [{ tier: 'Gold', earned: 4, takenBack: 1, entriesRemoved: 0 }],
    })
    expect([(await cancel(buyer, id)).status, (await cancel(buyer, id)).status]).toEqual([202, 202])
    expect(await shown(id, buyer)).toMatchObject({
      ...{ status: 'paid', refunded: 0, canCancel: false, refunds: [] },
      cancelAskedAt: expect.any(String),
    })
    expect(await mine(buyer, closed)).toEqual([1, 2, 3])
    expect(await available(buyer)).toMatchObject({ goldCredits: 1 })
    expect(await staffing.stockOf(variantId)).toEqual(stock)
    await shop.settleJobs()
    const [message] = await shop.outbox(buyer.email)
    expect(message!.subject).toContain('You asked to cancel')
    expect([(await toPack()).includes(id), (await toPack('cancel_asked')).includes(id)]).toEqual([false, true])
    for (const name of ['pack', 'ship']) {
      const json = name === 'ship' ? { carrier: 'UPS' } : undefined
      const answer = await shop.call(`/api/admin/orders/${id}/${name}`, {
        as: admin,
        method: 'POST',
        ...(json && { json }),
      })
      expect([name, answer.status, answer.json.code]).toEqual([name, 409, 'cancel_asked'])
    }
    const { work } = (await shop.call('/api/admin/today', { as: admin })).json
    const requests = work.find(({ kind }: { kind: string }) => kind === 'cancel_requests')
    expect(requests.items.map((item: { id: string }) => item.id)).toContain(id)
  })

  it('is carried out by staff, who decide about the spent credits [B-11.65]', async () => {
    const { id, buyer, closed } = await waitingOrder()
    const answer = await staff(`orders/${id}/cancel`, { reason: 'Asked by the buyer', spentCredits: 'balance' })
    expect(answer.json).toMatchObject({ status: 'cancelled', cancelAskedAt: null })
    await shop.settleJobs()
    expect(await paidBack(id)).toBe(await cents(id))
    expect(await mine(buyer, closed)).toEqual([1, 2, 3])
    expect(await available(buyer)).toMatchObject({ goldCredits: 0 })
    expect((await toPack('cancel_asked')).includes(id)).toBe(false)
  })

  it('is refused by staff: the order is packed as planned, the buyer is told and may ask again [B-11.65]', async () => {
    const { id, buyer } = await waitingOrder()
    expect((await shown(id)).staff.actions).toEqual(expect.arrayContaining(['cancel', 'keep']))
    expect((await staff(`orders/${id}/keep`, {})).status).toBe(400)
    const kept = await staff(`orders/${id}/keep`, { reason: 'The draw is over' })
    expect(kept.json).toMatchObject({ status: 'paid', cancelAskedAt: null })
    expect(kept.json.staff.events.at(-1).note).toBe('Not cancelled: The draw is over')
    expect((await staff(`orders/${id}/keep`, { reason: 'Again' })).json.code).toBe('not_asked')
    await shop.settleJobs()
    expect((await shop.outbox(buyer.email))[0]!.subject).toContain('will be sent')
    shop.clock.advance(1000)
    expect((await cancel(buyer, id)).status).toBe(202)
    await staff(`orders/${id}/keep`, { reason: 'As before' })
    expect((await step(id, 'pack')).json).toMatchObject({ status: 'packed' })
    expect((await cancel(buyer, id)).json.code).toBe('order_moved')
  })

  it('is decided by staff with the right to refund, about orders of others [B-11.65]', async () => {
    const { id } = await waitingOrder()
    const packer = await shop.addUser({ role: 'fulfilment' })
    const json = { reason: 'No' }
    expect((await shop.call(`/api/admin/orders/${id}/keep`, { as: packer, json })).status).toBe(403)
  })
})

describe('concurrent cancellations', () => {
  it('of one order are one refund [B-11.66]', async () => {
    const { id, buyer, variantIds } = await paidOrder([{ quantity: 2, stock: [5] }])
    const answers = await Promise.all(Array.from({ length: few(12, 50) }, () => cancel(buyer, id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    await shop.settleJobs()
    expect(await paidBack(id)).toBe(await cents(id))
    expect(await available(buyer)).toMatchObject({ silverCredits: 0 })
    expect(await staffing.stockOf(variantIds[0]!)).toEqual({ stock_on_hand: 5, held: 0 })
  })

  it('and packing: the order is packed or cancelled, never both [B-11.66]', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < few(6, 30); round++) {
      const { id, buyer } = await paidOrder()
      const [own, ...packed] = await Promise.all([cancel(buyer, id), step(id, 'pack'), step(id, 'pack')])
      const { status } = await shown(id)
      seen.add(status)
      expect(['packed', 'cancelled']).toContain(status)
      expect(own.status).toBe(status === 'cancelled' ? 204 : 409)
      expect(packed.filter(answer => answer.status === 200)).toHaveLength(status === 'packed' ? 1 : 0)
      await shop.settleJobs()
      expect(await paidBack(id)).toBe(status === 'cancelled' ? await cents(id) : 0)
    }
    expect(seen.size).toBeGreaterThan(0)
  })

  it('and a refund or a cancellation by staff pay back once [B-11.66]', async () => {
    for (let round = 0; round < few(6, 30); round++) {
      const { id, buyer } = await paidOrder([{ quantity: 2 }])
      const body = { reason: 'Asked', spentCredits: 'entries' }
      const answers = await Promise.all([
        cancel(buyer, id),
        round % 2
          ? staff(`orders/${id}/refunds`, { ...body, lines: [{ position: 0, quantity: 1 }] })
          : staff(`orders/${id}/cancel`, body),
        staff(`orders/${id}/refunds`, body),
      ])
      expect(answers.filter(({ status }) => status >= 500).map(({ json }) => json)).toEqual([])
      await shop.settleJobs()
      expect(await paidBack(id)).toBe(await cents(id))
      expect(await available(buyer)).toMatchObject({ silverCredits: 0 })
    }
  })

  it('and claims with the credits of the order: no entry is kept whose credit was paid back [B-11.66]', async () => {
    const open = await giveaway('Contested')
    const seen = new Set<number>()
    for (let round = 0; round < few(8, 40); round++) {
      const { id, buyer } = await paidOrder([{ tier: 'Gold', entries: 3 }])
      const slots = [1, 2, 3].map(slot => round * 3 + slot)
      const [own, ...claims] = await Promise.all([
        cancel(buyer, id),
        ...slots.map(slot => enter(buyer, open, [slot])),
        cancel(buyer, id),
      ])
      expect(own.status).toBe(204)
      expect(claims.filter(({ status }) => status >= 500)).toEqual([])
      expect(await mine(buyer, open)).toEqual([])
      expect(await available(buyer)).toMatchObject({ goldCredits: 0 })
      seen.add(claims.filter(({ status }) => status === 200).length)
      await staffing.expectAudited()
      expect(await paidBack(id)).toBe(await cents(id))
    }
  })

  it('and the end of the giveaway: the credits come back whole, or staff decide [B-11.66]', async () => {
    for (let round = 0; round < few(6, 30); round++) {
      const { id, buyer } = await paidOrder([{ tier: 'Gold', entries: 3 }])
      const ending = await giveaway(`Ending ${round}`)
      await enter(buyer, ending, [1, 2, 3])
      const [own] = await Promise.all([cancel(buyer, id), close(ending)])
      expect([202, 204]).toContain(own.status)
      expect(await mine(buyer, ending)).toEqual(own.status === 204 ? [] : [1, 2, 3])
      expect(await shown(id)).toMatchObject({ status: own.status === 204 ? 'cancelled' : 'paid' })
      await shop.settleJobs()
      expect(await paidBack(id)).toBe(own.status === 204 ? await cents(id) : 0)
    }
  })
})
