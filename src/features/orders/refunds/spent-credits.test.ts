import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { issueCredits } from '#features/credits/commands.server.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { openStaffedShop } from '../testing/staffing.ts'

const DAY = 86_400_000

const { shop, staffing } = await openStaffedShop({ connections: 40 })

const inDays = (days: number) => new Date(+shop.clock.now() + days * DAY).toISOString()
const refund = (id: string, spentCredits: string) =>
  staffing.staff(`orders/${id}/refunds`, { reason: 'Asked', spentCredits })

async function giveaway(title: string, endDate: string | null = null, value = 0): Promise<string> {
  const json = { title, description: 'Goods in a box.', tier: 'Gold', startDate: inDays(-1), endDate, value }
  return (await shop.call('/api/giveaways', { as: staffing.admin, json })).json.id
}
const enter = async (as: TestUser, id: string, slots: number[]) =>
  expect((await shop.call(`/api/giveaways/${id}/entries`, { as, json: { slots } })).status).toBe(200)
const mine = async (as: TestUser, id: string) =>
  (await shop.call(`/api/giveaways/${id}/slots`, { as })).json.mine as number[]
const close = (id: string) =>
  shop.services.pool.query(`update giveaway set closed_at = $2, closed_reason = 'ended' where id = $1`, [
    id,
    shop.clock.now(),
  ])

/** A user with six Gold credits: two spent in an older giveaway, three in a newer one, one available. */
async function spender() {
  const { id, buyer } = await staffing.paidOrder([{ tier: 'Gold', entries: 6 }])
  const [older, newer] = [await giveaway('Older'), await giveaway('Newer')]
  await enter(buyer, older, [1, 2])
  shop.clock.advance(1000)
  await enter(buyer, newer, [7, 8, 9])
  return { id, buyer, older, newer }
}

describe('spent credits', () => {
  it('the preview says how many credits were spent, and where', async () => {
    const { id, older, newer } = await spender()
    await close(older)
    const preview = async (spentCredits: string) =>
      (await staffing.staff(`orders/${id}/refunds/preview`, { spentCredits })).json
    expect((await preview('entries')).spentOn).toEqual([
      { giveawayId: newer, title: 'Newer', tier: 'Gold', entries: 3, isOpen: true },
      { giveawayId: older, title: 'Older', tier: 'Gold', entries: 2, isOpen: false },
    ])
    const told = { tier: 'Gold', earned: 6, spent: 5 }
    expect((await preview('entries')).credits).toEqual([{ ...told, takenBack: 4, entriesRemoved: 3 }])
    expect((await preview('balance')).credits).toEqual([{ ...told, takenBack: 1, entriesRemoved: 0 }])
    expect((await preview('keep')).credits).toEqual([{ ...told, takenBack: 0, entriesRemoved: 0 }])
  })

  it('spent credits stay spent when only the balance is taken', async () => {
    const { id, buyer, older, newer } = await spender()
    expect((await refund(id, 'balance')).json.refunds).toMatchObject([{ credits: { Gold: 1 } }])
    expect(await staffing.available(buyer)).toMatchObject({ goldCredits: 0 })
    expect([await mine(buyer, older), await mine(buyer, newer)]).toEqual([
      [1, 2],
      [7, 8, 9],
    ])
  })

  it('a refund and a cancellation by staff remove no entry of a giveaway that takes two persons, also where its value is lowered [B-34.5]', async () => {
    for (const act of ['refunds', 'cancel']) {
      const { id, buyer } = await staffing.paidOrder([{ tier: 'Gold', entries: 6 }])
      const [large, small] = [await giveaway('Large', null, 5000), await giveaway('Small')]
      await enter(buyer, small, [1, 2])
      shop.clock.advance(1000)
      await enter(buyer, large, [7, 8, 9])
      const json = { value: 100, rulesReason: 'Cheaper' }
      await shop.call(`/api/giveaways/${large}`, { as: staffing.admin, json, method: 'PATCH' })
      const body = { reason: 'Asked', spentCredits: 'entries' }
      const { credits } = (await staffing.staff(`orders/${id}/refunds/preview`, { spentCredits: 'entries' })).json
      expect(credits).toEqual([{ tier: 'Gold', earned: 6, spent: 5, takenBack: 3, entriesRemoved: 2 }])
      expect((await staffing.staff(`orders/${id}/${act}`, body)).status).toBe(200)
      expect([await mine(buyer, large), await mine(buyer, small)]).toEqual([[7, 8, 9], []])
    }
  })

  it('spent credits stay with the buyer when staff allow it', async () => {
    const { id, buyer } = await spender()
    expect((await refund(id, 'keep')).json.refunds).toMatchObject([{ credits: { Gold: 0 } }])
    expect(await staffing.available(buyer)).toMatchObject({ goldCredits: 1 })
  })

  it('spent credits return by entries of open giveaways, the newest first and only as many as needed [B-11.16]', async () => {
    const { id, buyer, older, newer } = await spender()
    const source = { type: 'test', id: buyer.userId, description: 'One more' }
    const credits = { userId: buyer.userId, tier: 'Gold', amount: 1, kind: 'granted', source } as const
    await transact(shop.system, tx => issueCredits(tx, credits))
    const { json } = await refund(id, 'entries')
    expect(json.refunds).toMatchObject([{ credits: { Gold: 6 } }])
    expect(json.events.at(-1).detail).toMatchObject({ entriesRemoved: 4 })
    // Two credits stay, so four of five entries are removed: all of the newer giveaway, and the later slot of the older one.
    expect([await mine(buyer, older), await mine(buyer, newer)]).toEqual([[1], []])
    expect(await staffing.available(buyer)).toMatchObject({ goldCredits: 0 })
    await shop.settleJobs()
    expect((await shop.outbox(buyer.email))[0]!.text).toContain('we removed 4 entries in giveaways that are still open')
  })

  it('spent credits stay in closed giveaways', async () => {
    const { id, buyer, older, newer } = await spender()
    await close(newer)
    expect((await refund(id, 'entries')).json.refunds).toMatchObject([{ credits: { Gold: 3 } }])
    expect([await mine(buyer, older), await mine(buyer, newer)]).toEqual([[], [7, 8, 9]])
  })

  it('the giveaway’s lock decides about spent credits when it closes or is entered concurrently [B-11.35]', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, buyer } = await staffing.paidOrder([{ tier: 'Gold', entries: 4 }])
      const closing = await giveaway(`Closing ${round}`, inDays(1))
      await enter(buyer, closing, [1, 2, 3])
      const draw = { giveawayId: closing, title: `Closing ${round}`, reason: 'To race it' }
      // In half of the rounds the giveaway has just ended. In the others it is drawn early while its buyer enters again.
      const ends = `update giveaway set ends_at = $2 where id = $1`
      if (round % 2 === 0) await shop.services.pool.query(ends, [closing, shop.clock.now()])
      const [refunded] = await Promise.all([
        refund(id, 'entries'),
        tendDraws(shop.system),
        round % 2 ? staffing.staff('select-automatic-winner', draw) : undefined,
        round % 2 ? shop.call(`/api/giveaways/${closing}/entries`, { as: buyer, json: { slots: [4] } }) : undefined,
      ])
      expect(refunded.status, refunded.text).toBe(200)
      const { rows } = await shop.services.pool.query(
        `select count(*) filter (where removed_at is null)::int as live,
          (select substring(manifest from '\nlist (d+)')::int from draw_freeze where giveaway_id = $1) as frozen
         from giveaway_entry where giveaway_id = $1`,
        [closing],
      )
      const { live, frozen } = rows[0]
      // The frozen list equals the live entries: no entry is removed after the freeze.
      if (frozen !== null) expect(frozen).toBe(live)
      const taken = refunded.json.refunds[0].credits.Gold
      const left = (await staffing.available(buyer)).goldCredits
      expect(taken + live + left).toBe(4)
      await staffing.expectAudited()
    }
  })
})
