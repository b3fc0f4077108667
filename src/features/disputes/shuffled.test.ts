import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few, firstOf } from '#app/testing/suites/again.ts'
import { readBalance } from '#features/reconciliation/queries/balance.server.ts'
import { followDisputes } from './commands/read-dispute.server.ts'
import { disputingIn } from './testing/disputing.ts'

const shop = await testShop({ connections: 40 })
const bank = await disputingIn(shop)
afterEach(() => bank.expectAudited())

const EVENTS = /^charge\.dispute\./

async function eventsOf(providerId: string): Promise<string[]> {
  const { rows } = await shop.services.pool.query<{ payload: string; type: string }>(
    `select payload, type from stripe_sandbox.event where payload::jsonb #>> '{data,object,id}' = $1 order by seq`,
    [providerId],
  )
  return rows.filter(({ type }) => EVENTS.test(type)).map(({ payload }) => payload)
}

/** A user with six Gold credits: three spent in a giveaway, three available. */
async function spender() {
  const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 6 }])
  const giveaway = await bank.giveaway('Field Kit')
  await bank.enter(buyer, giveaway, [1, 2, 3])
  return { id, buyer, giveaway }
}

describe('the events of a dispute', () => {
  it.each(['won', 'lost'] as const)(
    'events of a dispute that is %s end alike when reversed, tripled and concurrent',
    async outcome => {
      const { id, buyer, giveaway } = await spender()
      const dispute = await bank.dispute(id)
      await bank.decide(dispute, outcome)
      const events = await eventsOf(dispute)
      expect(events.length).toBeGreaterThan(2)
      const shuffled = [...events, ...events, ...events].reverse()
      const answers = await Promise.all(shuffled.map(payload => bank.deliver(payload)))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      await shop.settleJobs()
      const isLost = outcome === 'lost'
      expect(await bank.creditAccount(buyer)).toEqual({ available: isLost ? 0 : 3, spent: isLost ? 0 : 3, frozen: 0 })
      expect(await bank.slots(giveaway)).toEqual({ live: isLost ? [] : [1, 2, 3], flagged: [] })
      expect(await bank.orderRow(id)).toMatchObject({ dispute_hold: isLost ? 'lost' : null })
    },
  )

  it('the reconciler reads events of a dispute that never came', async () => {
    const { id, buyer } = await spender()
    const dispute = await bank.dispute(id)
    await bank.staff('discrepancies/check', {})
    expect(await bank.creditAccount(buyer)).toEqual({ available: 0, spent: 3, frozen: 3 })
    await bank.decide(dispute, 'won')
    await shop.services.pool.query(`update dispute set read_at = read_at - interval '7 hours'`)
    await followDisputes(shop.system)
    expect(await bank.creditAccount(buyer)).toEqual({ available: 3, spent: 3, frozen: 0 })
  })
})

it('40 concurrent readers apply one dispute once while the bank decides, its owner enters and staff refund and draw', async () => {
  for (const outcome of firstOf(['won', 'lost'] as const)) {
    const { id, buyer, giveaway } = await spender()
    const other = await shop.addUser({ credits: { Gold: 1 } })
    await bank.enter(other, giveaway, [50])
    const dispute = await bank.dispute(id)
    const reads = () => Array.from({ length: 20 }, () => bank.read(dispute))
    const lines = [{ position: 0, quantity: 1 }]
    await Promise.all([
      ...reads(),
      bank.decide(dispute, outcome),
      ...[11, 12, 13].map(slot =>
        shop.call(`/api/giveaways/${giveaway}/entries`, { as: buyer, json: { slots: [slot] } }),
      ),
      bank.staff(`orders/${id}/refunds`, { reason: 'Asked', spentCredits: 'entries', lines }),
      bank.step(id, 'pack'),
      bank.draw(giveaway, 'Field Kit'),
      ...reads(),
    ])
    await bank.read(dispute)
    await bank.expectAudited()
    const creditAccount = (await bank.creditAccount(buyer))!
    expect(creditAccount.frozen).toBe(0)
    // A dispute that is won before its first read freezes nothing.
    const ends = outcome === 'won' ? ['released', 'none'] : ['taken']
    const row = await bank.row(dispute)
    expect(row).toMatchObject({ status: outcome })
    expect(ends).toContain(row!.effect)
    expect((await bank.slots(giveaway)).flagged).toEqual([])
  }
})

it('several disputes of one order that arrive concurrently are applied', async () => {
  for (let round = 0; round < few(1, 5); round++) {
    const { id, buyer } = await bank.paidOrder([{ tier: 'Gold', entries: 6 }])
    const disputes = []
    for (const amount of [1000, 1000, 1000]) disputes.push(await bank.dispute(id, { amount }))
    await Promise.all([...disputes, ...disputes].map(bank.read))
    expect((await bank.creditAccount(buyer))!.frozen).toBeGreaterThan(2)
    await Promise.all(disputes.map((dispute, at) => bank.decide(dispute, at ? 'won' : 'lost')))
    await Promise.all([...disputes, ...disputes].map(bank.read))
    expect((await bank.creditAccount(buyer))!.frozen).toBe(0)
  }
})

it('withdrawal, loss, reinstatement and fees keep both books equal', async () => {
  const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }
  const before = await readBalance(shop.system, period)
  const orders = await Promise.all([bank.paidOrder(), bank.paidOrder(), bank.paidOrder()])
  const disputes = []
  for (const { id } of orders) disputes.push(await bank.disputed(id))
  await bank.decided(disputes[0]!, 'won')
  await bank.decided(disputes[1]!, 'lost')
  await bank.staff('discrepancies/check', {})
  const after = await readBalance(shop.system, period)
  const { total } = await bank.shown(orders[1]!.id)
  expect(after.disputes.difference).toBe(0)
  expect(after.disputes.orders - before.disputes.orders).toBe(Math.round(total * 200))
  const { json: report } = await shop.call('/api/admin/revenue/report?period=all', { as: bank.admin })
  expect(report.sums.disputes.total).toBe(after.disputes.orders / 100)
  const { rows } = await shop.services.pool.query('select sum(fee_cents)::int as cents from dispute_movement')
  expect(report.sums.disputes.fees).toBe(rows[0].cents / 100)
})
