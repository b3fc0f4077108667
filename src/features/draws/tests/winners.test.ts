import { verifyBundle } from '@redoubt/draw/verify.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import { auditLedger } from '#features/giveaways/entries/queries/entries.server.ts'
import { freezeDateOf } from '#features/giveaways/giveaway/rules.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { transact } from '#kernel/transaction.server.ts'
import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import { tendDraws } from '../commands/tend-draws.server.ts'

const giving = await openGivingShop()
const { shop, admin, inDays, asAdmin, addGiveaway, enter, endedDaysAgo, drawnNow, frozenNumbers } = giving
afterEach(giving.expectAudited)

describe('drawing early', () => {
  it('a draw before its date asks for the title and a reason, and the public result has them [B-1.20] [B-4.20] [B-4.22] [B-8.20] [B-8.26] [B-12.18] [B-12.151] [B-13.24] [B-20.3] [B-20.6] [B-20.10]', async () => {
    const [user, winner] = [await shop.addUser(), await shop.addUser({ name: 'Sam Porter', credits: { Bronze: 2 } })]
    const giveaway = await addGiveaway({ title: 'Early Kit' })
    const draw = (json: object) => asAdmin('/api/admin/select-automatic-winner', { giveawayId: giveaway.id, ...json })
    const nothing = await asAdmin('/api/admin/select-automatic-winner', {})
    expect(nothing.json.errors).toEqual({ giveawayId: ['No giveaway selected'] })
    expect((await draw({})).json).toMatchObject({ status: 409, code: 'title_mismatch' })
    expect((await draw({ title: 'early kit', reason: 'x' })).json.code).toBe('title_mismatch')
    expect((await draw({ title: 'Early Kit', reason: '  ' })).json.code).toBe('reason_needed')
    const typed = { title: 'Early Kit', reason: 'The prize is withdrawn by its maker.' }
    expect((await draw(typed)).json).toMatchObject({ status: 409, detail: 'No entries found for this giveaway' })
    await enter(giveaway, winner, { slots: [8, 9] })
    expect((await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json).toMatchObject({
      state: 'entering',
      counts: { credit: 2, auto: 0, mail: 0, staff: 0 },
      frozen: null,
      result: null,
    })
    expect((await shop.call(`/api/giveaways/${giveaway.id}/draw.json`)).json.code).toBe('not_frozen')
    const frozen = await draw(typed)
    expect([frozen.status, frozen.json]).toEqual([
      202,
      { status: 'frozen', message: expect.any(String), round: expect.any(Number), drawAt: expect.any(String) },
    ])
    expect((await draw({})).json).toEqual(frozen.json)
    await tendDraws(shop.system)
    expect((await draw({})).json).toEqual(frozen.json)
    shop.clock.set(frozen.json.drawAt)
    const answer = await draw({})
    expect(answer.status).toBe(200)
    const drawn = answer.json
    expect(drawn).toMatchObject({ winner: { email: winner.email } })
    expect(drawn.message).toBe(`Winner selected: Slot ${drawn.winner.slot}`)
    expect((await draw(typed)).json).toEqual(drawn)

    const proof = (await shop.call(`/api/giveaways/${giveaway.slug}/draw`)).json
    expect(proof).toMatchObject({
      state: 'drawn',
      round: frozen.json.round,
      frozen: { early: true, role: 'admin', reason: typed.reason },
      result: { winner: 'S••• P•••', winnerSlot: drawn.winner.slot },
    })
    await tendDraws(shop.system)
    const { text } = await shop.call(`/api/giveaways/${giveaway.slug}/draw.json`)
    for (const secret of [winner.email, winner.userId]) expect(JSON.stringify(proof) + text).not.toContain(secret)
    expect(verifyBundle(text)).toMatchObject({ ok: true, winner: drawn.winner.slot })
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({
      state: 'drawn',
      status: 'completed',
      winner: { slotNumber: drawn.winner.slot, displayName: 'S••• P•••' },
    })
    expect((await enter(giveaway, user, { slots: [20] })).json.code).toBe('giveaway_ended')
    const past = (await shop.call('/api/giveaways?past=true')).json.giveaways
    expect(past.map((one: { id: string }) => one.id)).toContain(giveaway.id)
    await shop.settleJobs()
    // Two jobs send them, in any order.
    expect((await shop.outbox(winner.email)).map(({ subject }) => subject).sort()).toEqual([
      'The list is sealed: Early Kit',
      expect.stringMatching(/^You won Early Kit\. Confirm your address by \w+ \d+$/),
    ])
  })

  const CALLS = few(12, 50)
  it('many concurrent draws freeze once and draw once, and no later one does [B-12.66] [B-12.127] [B-13.24]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const giveaway = await addGiveaway({ title: 'Once' })
    await enter(giveaway, user, { pick: 5 })
    const draw = () => asAdmin(`/api/giveaways/${giveaway.id}/winner`, { title: 'Once', reason: 'A test' })
    const frozen = await Promise.all(Array.from({ length: CALLS }, draw))
    expect(new Set(frozen.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(frozen[0]!.status).toBe(202)
    await tendDraws(shop.system)
    shop.clock.set(frozen[0]!.json.drawAt)
    const drawn = await Promise.all([...Array.from({ length: CALLS }, draw), tendDraws(shop.system)])
    const answers = drawn.slice(0, CALLS).map(answer => 'status' in answer && `${answer.status} ${answer.text}`)
    expect([...new Set(answers)]).toEqual([expect.stringMatching(/^200 .*Winner selected/)])
    const { rows } = await sql<{ kind: string; n: number }>`
      select kind, count(*)::int as n from shop_log where giveaway_id = ${giveaway.id} and kind in ('freeze', 'drawn')
      group by 1 order by 1`.execute(shop.services.db)
    expect(rows).toEqual([
      { kind: 'drawn', n: 1 },
      { kind: 'freeze', n: 1 },
    ])
    const change = shop.services.db.updateTable('draw').set({ winner_slot: 1 }).execute()
    await expect(change).rejects.toThrow('append-only')
  })

  it('the drawn list has free entries and no staff [B-6.4] [B-12.53] [B-12.68] [B-12.167]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const giveaway = await addGiveaway({ title: 'Lists', totalSlots: 10 })
    await enter(giveaway, admin, { slots: [1] })
    await enter(giveaway, user, { slots: [2] })
    const mail = await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, {
      name: 'Ada Mail',
      email: 'Ada@Example.com ',
    })
    expect(mail.json).toMatchObject({ slotNumber: 11 })
    // A free entry of staff is recorded too, but not drawn.
    const json = { name: 'Sam Porter', email: admin.email }
    expect((await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, json)).json.slotNumber).toBe(12)
    await drawnNow(giveaway)
    expect(await frozenNumbers(giveaway)).toEqual([2, 11])
    const { giveaways } = (await asAdmin('/api/admin/winners')).json
    const mine = giveaways.find((one: { giveawayId: string }) => one.giveawayId === giveaway.id)
    expect(mine).toMatchObject({ giveaway: { title: 'Lists', tier: 'Bronze' }, totalWinners: 1 })
    expect(mine.winners[0]).toMatchObject({ method: 'random', early: true, tier: 'Bronze' })
  })
})

describe('the clock', () => {
  it('a giveaway closes at its end, waits for the mail and is drawn by the clock [B-12.240] [B-20.1]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 3 } })
    const [waiting, due, empty] = [await addGiveaway(), await addGiveaway(), await addGiveaway()]
    await Promise.all([waiting, due].map(giveaway => enter(giveaway, user, { pick: 1 })))
    const closedAt = inDays(-7.5)
    await Promise.all([endedDaysAgo(waiting, 7.5), endedDaysAgo(due, 9), endedDaysAgo(empty, 30)])
    expect((await enter(waiting, user, { pick: 1 })).json.code).toBe('giveaway_ended')
    expect(await tendDraws(shop.system)).toEqual({ processed: 1, winnersSelected: 0 })
    expect(await tendDraws(shop.system)).toEqual({ processed: 0, winnersSelected: 0 })
    shop.clock.set((await shop.call(`/api/giveaways/${due.id}/draw`)).json.drawsAt)
    expect(await tendDraws(shop.system)).toEqual({ processed: 1, winnersSelected: 1 })
    expect(await tendDraws(shop.system)).toEqual({ processed: 0, winnersSelected: 0 })
    expect((await shop.call(`/api/giveaways/${due.id}/draw`)).json).toMatchObject({
      state: 'drawn',
      frozen: { early: false, role: 'system' },
    })
    const read = (await shop.call(`/api/giveaways/${waiting.id}`)).json
    expect(read).toMatchObject({ state: 'closed', closedAt })
    const freeze = freezeDateOf(new Date(closedAt), shop.services.settings.mailInHours, shopZoneAt(new Date(closedAt)))
    expect(+new Date(read.drawDate)).toBe(+freeze + 10_000)
  })

  it('staff start the draws that are due, and read how many were due and drawn [B-12.52] [B-12.53] [B-12.125] [B-12.150]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const due = await addGiveaway()
    await enter(due, user, { pick: 1 })
    await endedDaysAgo(due, 9)
    const check = async () => (await asAdmin('/api/admin/check-winners', {})).json
    expect(await check()).toEqual({ processed: 1, winnersSelected: 0 })
    shop.clock.advance(10_000)
    expect(await check()).toEqual({ processed: 1, winnersSelected: 1 })
    expect(await check()).toEqual({ processed: 0, winnersSelected: 0 })
    const { giveaways } = (await asAdmin('/api/admin/winners')).json
    const one = giveaways.find(({ giveawayId }: { giveawayId: string }) => giveawayId === due.id)
    const drawn = { title: due.title, tier: 'Bronze', value: due.value, endDate: expect.any(String) }
    expect(one).toMatchObject({ giveaway: drawn, totalWinners: 1 })
    expect(one.winners[0]).toMatchObject({
      id: expect.any(String),
      email: user.email,
      slotNumber: expect.any(Number),
      date: expect.any(String),
      tier: 'Bronze',
      selectedAt: shop.clock.now().toISOString(),
      method: 'automatic',
    })
  })

  it('the nightly audit checks the ledger, and finds a forged credit', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    expect(await auditLedger(shop.system)).toBe(0)
    const forged = sql`update credit_account set issued = issued + 1, available = available + 1 where user_id = ${user.userId}`
    const proof = transact(shop.system, async tx => {
      await forged.execute(tx.db)
      // Balances of this account disagree with their transfers. The error rolls everything back.
      throw new Error(`${await auditLedger(tx)} faults`)
    })
    await expect(proof).rejects.toThrow('2 faults')
    expect(await auditLedger(shop.system)).toBe(0)
  })

  it('a giveaway without an end stays open until it is sold out [B-4.21]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway({ totalSlots: 2, endDate: null })
    await enter(giveaway, user, { pick: 1 })
    await tendDraws(shop.system)
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({ state: 'open', drawDate: null })
    await enter(giveaway, user, { pick: 1 })
    await tendDraws(shop.system)
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({
      state: 'closed',
      drawDate: expect.any(String),
    })
  })
})
