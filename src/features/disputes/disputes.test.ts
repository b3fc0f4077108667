import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { DISPUTE_CARDS, disputingIn } from './testing/disputing.ts'

const shop = await testShop({ connections: 24 })
const bank = await disputingIn(shop)
afterEach(() => bank.expectAudited())

/** A user with six Gold credits: two spent in an older giveaway, three in a newer one, one available. */
async function spender() {
  const { id, buyer, variantIds } = await bank.paidOrder([{ tier: 'Gold', entries: 6 }])
  const [older, newer] = [await bank.giveaway('Older'), await bank.giveaway('Newer')]
  await bank.enter(buyer, older, [1, 2])
  await bank.enter(buyer, newer, [7, 8, 9])
  return { id, buyer, older, newer, variantId: variantIds[0]! }
}
const refund = (id: string) => bank.staff(`orders/${id}/refunds`, { reason: 'Asked', spentCredits: 'balance' })
const kinds = async (id: string) => (await bank.shown(id)).events.map((event: { kind: string }) => event.kind)

describe('an open chargeback', () => {
  it('an open chargeback freezes unspent credits and flags the newest undrawn entries for the rest [B-11.43]', async () => {
    const { id, buyer, older, newer } = await spender()
    const other = await shop.addUser({ credits: { Gold: 2 } })
    await bank.enter(other, newer, [1])
    const dispute = await bank.disputed(id)
    expect(await bank.creditsOf(dispute)).toEqual([{ tier: 'Gold', owed: 6, frozen: 1, flagged: 5, taken: 0 }])
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 5, frozen: 1 })
    expect(await bank.slots(newer)).toEqual({ live: [1, 7, 8, 9], flagged: [7, 8, 9] })
    expect(await bank.slots(older)).toEqual({ live: [1, 2], flagged: [1, 2] })
  })

  it('an open chargeback freezes no more than the order earned when the user has other credits', async () => {
    const buyer = await shop.addUser({ credits: { Gold: 9 } })
    const { id } = await bank.paidOrder([{ tier: 'Gold', entries: 2 }], { as: buyer })
    const newer = await bank.giveaway('Plenty')
    await bank.enter(buyer, newer, [1, 2])
    await bank.disputed(id)
    expect(await bank.creditAccount(buyer)).toEqual({ available: 7, spent: 2, frozen: 2 })
    expect((await bank.slots(newer)).flagged).toEqual([])
  })

  it('a disputed order is neither packed nor shipped nor refunded nor cancelled [B-11.43]', async () => {
    const { id } = await bank.paidOrder()
    await bank.disputed(id)
    const held = { status: 409, code: 'order_disputed' }
    expect((await bank.step(id, 'pack')).json).toMatchObject(held)
    expect((await bank.staff(`orders/${id}/ship`, { carrier: 'UPS' })).json).toMatchObject({ status: 409 })
    const blocked = { status: 409, code: 'payment_disputed' }
    expect((await refund(id)).json).toMatchObject(blocked)
    expect((await bank.staff(`orders/${id}/cancel`, { reason: 'No' })).json).toMatchObject(blocked)
    expect((await bank.shown(id)).staff.actions).toEqual([])
    expect(await kinds(id)).toEqual(['placed', 'paid', 'disputed'])
  })

  it('an open chargeback notifies staff who may refund by e-mail, once, with amount and deadline', async () => {
    const { id } = await bank.paidOrder([{ priceCents: 5000 }])
    const dispute = await bank.disputed(id, { reason: 'product_not_received' })
    await bank.read(dispute)
    const { reference, total } = await bank.shown(id)
    const emails = (await shop.outbox(bank.admin.email)).filter(({ subject }) => subject.includes(reference))
    expect(emails).toHaveLength(1)
    expect(emails[0]!.text).toContain(`$${total.toFixed(2)} of order ${reference}: product not received.`)
    expect(emails[0]!.text).toMatch(/Submit the evidence by \w+, March \d+, 2026/)
  })

  it('a partial chargeback holds its part of the credits, rounded up', async () => {
    const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 5, priceCents: 10_000 }])
    const { total } = await bank.shown(id)
    const first = await bank.disputed(id, { amount: Math.round(total * 50) })
    expect(await bank.creditAccount(buyer)).toEqual({ available: 2, spent: 0, frozen: 3 })
    const second = await bank.disputed(id, { amount: Math.floor(total * 50) })
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 5 })
    await bank.decided(first, 'lost')
    expect(await bank.orderRow(id)).toMatchObject({ dispute_hold: 'open', standing: 'paid' })
    await bank.decided(second, 'won')
    expect(await bank.creditAccount(buyer)).toEqual({ available: 2, spent: 0, frozen: 0 })
    expect(await bank.orderRow(id)).toMatchObject({ dispute_hold: null, refunds_blocked: true, standing: 'paid' })
  })

  it('a chargeback that arrives before the settlement settles the order first', async () => {
    const buyer = await shop.addUser()
    const { item } = await bank.addProduct({ tier: 'Gold', entries: 2 })
    const { json: session } = await bank.checkout(buyer, [item])
    await bank.pay(session.url, DISPUTE_CARDS.fraudulent)
    const { items } = await shop.system.payments.listDisputes({})
    await bank.read(items.find(({ orderId }) => orderId === session.orderId)!.id)
    expect(await bank.orderRow(session.orderId)).toMatchObject({ standing: 'paid', dispute_hold: 'open' })
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 2 })
  })
})

describe('a dispute that is won', () => {
  it('a won dispute frees credits, entries and order [B-11.44]', async () => {
    const { id, buyer, newer } = await spender()
    const dispute = await bank.disputed(id)
    await bank.decided(dispute, 'won')
    expect(await bank.creditAccount(buyer)).toEqual({ available: 1, spent: 5, frozen: 0 })
    expect(await bank.slots(newer)).toEqual({ live: [7, 8, 9], flagged: [] })
    expect((await bank.step(id, 'pack')).status).toBe(200)
    expect((await refund(id)).status).toBe(200)
  })

  it('a won dispute returns the credit of an entry that a draw left out', async () => {
    const { id, buyer, older, newer } = await spender()
    const other = await shop.addUser({ credits: { Gold: 1 } })
    await bank.enter(other, newer, [1])
    const dispute = await bank.disputed(id)
    const listOf = async () => (await shop.call(`/api/admin/giveaways/${newer}/debug`, { as: bank.admin })).json.list
    const before = await listOf()
    await bank.draw(newer, 'Newer')
    expect(await listOf()).toEqual({ ...before, isFrozen: true })
    expect(await bank.frozen(newer)).toEqual([1])
    await bank.decided(dispute, 'won')
    expect(await bank.creditAccount(buyer)).toEqual({ available: 4, spent: 2, frozen: 0 })
    expect(await bank.slots(older)).toEqual({ live: [1, 2], flagged: [] })
  })
})

describe('a dispute that is lost', () => {
  it('a lost dispute takes frozen credits, removes flagged entries, frees their slots, and returns unsent goods to stock [B-11.44]', async () => {
    const { id, buyer, older, newer, variantId } = await spender()
    const before = await bank.stockOf(variantId)
    const dispute = await bank.disputed(id)
    await bank.decided(dispute, 'lost')
    expect(await bank.stockOf(variantId)).toEqual({ ...before, stock_on_hand: before.stock_on_hand! + 1 })
    expect(await bank.creditsOf(dispute)).toEqual([{ tier: 'Gold', owed: 6, frozen: 1, flagged: 5, taken: 6 }])
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 0 })
    expect([await bank.slots(older), await bank.slots(newer)]).toEqual([
      { live: [], flagged: [] },
      { live: [], flagged: [] },
    ])
    expect(await bank.orderRow(id)).toMatchObject({ standing: 'cancelled', dispute_hold: 'lost', refunded_cents: 0 })
    const next = await shop.addUser({ credits: { Gold: 1 } })
    await bank.enter(next, newer, [7])
    expect((await refund(id)).json).toMatchObject({ code: 'payment_disputed' })
  })

  it('a lost dispute never changes a drawn list, and records the missing credits [B-11.44]', async () => {
    const { id, buyer, newer } = await spender()
    await bank.draw(newer, 'Newer')
    const dispute = await bank.disputed(id)
    await bank.decided(dispute, 'lost')
    expect(await bank.creditsOf(dispute)).toEqual([{ tier: 'Gold', owed: 6, frozen: 1, flagged: 2, taken: 3 }])
    expect(await bank.slots(newer)).toEqual({ live: [7, 8, 9], flagged: [] })
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 3, frozen: 0 })
  })

  it('a lost dispute takes the credit of a flagged entry that staff removed before', async () => {
    const { id, buyer, newer } = await spender()
    const dispute = await bank.disputed(id)
    const path = `/api/admin/giveaways/${newer}/entries/8`
    const removed = await shop.call(path, { as: bank.admin, method: 'DELETE', json: { reason: 'Asked' } })
    expect(removed.status, removed.text).toBe(200)
    await bank.decided(dispute, 'lost')
    const [credit] = await bank.creditsOf(dispute)
    const { available, spent } = (await bank.creditAccount(buyer))!
    expect(available + spent + credit!.taken).toBe(6)
    expect(available).toBe(0)
  })

  it('a lost dispute leaves what was sent or refunded before', async () => {
    const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 2, quantity: 3 }])
    await bank.staff(`orders/${id}/refunds`, {
      ...{ lines: [{ position: 0, quantity: 1 }], reason: 'One was broken', spentCredits: 'balance' },
    })
    await bank.step(id, 'pack')
    await bank.staff(`orders/${id}/ship`, { carrier: 'UPS' })
    await shop.settleJobs()
    const dispute = await bank.disputed(id)
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 4 })
    await bank.decided(dispute, 'lost')
    expect(await bank.orderRow(id)).toMatchObject({ standing: 'shipped', dispute_hold: 'lost' })
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 0 })
  })

  it('a refund that the provider refuses because of the dispute is dropped', async () => {
    const { id } = await bank.paidOrder([{ quantity: 2 }])
    const dispute = await bank.dispute(id)
    await bank.staff(`orders/${id}/refunds`, { reason: 'Asked', lines: [{ position: 0, quantity: 1 }] })
    await shop.settleJobs()
    await bank.read(dispute)
    await bank.decided(dispute, 'lost')
    expect(await bank.orderRow(id)).toMatchObject({ refunded_cents: 0, dispute_hold: 'lost' })
    expect(await bank.paidBack(id)).toBe(0)
  })

  it('an appeal that is won issues the taken credits again', async () => {
    const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 2 }])
    const dispute = await bank.disputed(id)
    await bank.decided(dispute, 'lost')
    await shop.services.pool.query(
      `update stripe_sandbox.object set data = jsonb_set(data, '{status}', '"appeal_under_review"') where id = $1`,
      [dispute],
    )
    await bank.read(dispute)
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 0 })
    await bank.decided(dispute, 'won')
    expect(await bank.creditAccount(buyer)).toEqual({ available: 2, spent: 0, frozen: 0 })
  })
})

describe('a dispute inquiry', () => {
  it('a dispute inquiry holds the parcel and leaves credits and refunds alone', async () => {
    const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 2 }])
    const dispute = await bank.disputed(id, { inquiry: true })
    expect(await bank.creditAccount(buyer)).toEqual({ available: 2, spent: 0, frozen: 0 })
    expect((await bank.step(id, 'pack')).json).toMatchObject({ code: 'order_disputed' })
    expect((await refund(id)).status).toBe(200)
    await shop.settleJobs()
    await bank.decided(dispute, 'lost')
    expect(await bank.row(dispute)).toMatchObject({ status: 'prevented', effect: 'none' })
    expect(await bank.orderRow(id)).toMatchObject({ standing: 'refunded', dispute_hold: null })
  })

  it('a dispute inquiry that becomes a chargeback freezes credits then', async () => {
    const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 2 }])
    const dispute = await bank.disputed(id, { inquiry: true })
    await bank.decided(dispute, 'escalated')
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 0, frozen: 2 })
    expect(await kinds(id)).toEqual(['placed', 'paid', 'disputed', 'disputed'])
  })
})
