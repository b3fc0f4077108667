import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { within } from '#adapters/context.ts'
import { openTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { advanceGiveaways } from './commands/advance-giveaways.server.ts'
import { auditLedger } from './commands/audit-ledger.server.ts'
import { checkDraw } from './draw.ts'
import { auditEntries } from './queries/entries.server.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let admin: TestUser
beforeAll(async () => {
  shop = await openTestShop({ connections: 24 })
  admin = await shop.addUser({ admin: true, credits: { Bronze: 20 } })
})
afterEach(async () => {
  expect(await auditCredits(shop.system)).toEqual([])
  expect(await auditEntries(shop.system)).toEqual([])
})
afterAll(() => shop.close())

const DAY = 86_400_000
const inDays = (days: number) => new Date(+shop.clock.now() + days * DAY).toISOString()
const asAdmin = (path: string, json?: unknown, method?: string) =>
  shop.call(path, { as: admin, ...(json === undefined ? {} : { json }), ...(method ? { method } : {}) })

async function addGiveaway(input: Record<string, unknown> = {}) {
  const json = { title: 'Camp Kitchen', description: 'A stove and a pot.', startDate: inDays(-9), ...input }
  const made = await asAdmin('/api/giveaways', json)
  expect(made.status, made.text).toBe(200)
  return made.json
}

const enter = (giveaway: { id: string }, as: TestUser, json: unknown) =>
  shop.call(`/api/giveaways/${giveaway.id}/entries`, { as, json })

/** Moves a giveaway's whole life into the past, so that its end and perhaps its mail-in window are over. */
const endedDaysAgo = (giveaway: { id: string }, days: number) =>
  shop.services.db
    .updateTable('giveaway')
    .set({ starts_at: inDays(-days - 9), ends_at: inDays(-days), early_access_at: inDays(-days - 11) })
    .where('id', '=', giveaway.id)
    .execute()

describe('drawing early', () => {
  it('asks for the title and a reason, and the public result says so', async () => {
    const [user, winner] = [await shop.addUser(), await shop.addUser({ name: 'Sam Porter', credits: { Bronze: 2 } })]
    const giveaway = await addGiveaway({ title: 'Early Kit' })
    const draw = (json: object) => asAdmin('/api/admin/select-automatic-winner', { giveawayId: giveaway.id, ...json })
    expect((await draw({})).json).toMatchObject({ status: 409, code: 'title_mismatch' })
    expect((await draw({ title: 'early kit', reason: 'x' })).json.code).toBe('title_mismatch')
    expect((await draw({ title: 'Early Kit', reason: '  ' })).json.code).toBe('reason_needed')
    const typed = { title: 'Early Kit', reason: 'The prize is withdrawn by its maker.' }
    expect((await draw(typed)).json).toMatchObject({ status: 409, detail: 'No entries found for this giveaway' })
    await enter(giveaway, winner, { slots: [8, 9] })
    expect((await shop.call(`/api/giveaways/${giveaway.id}/draw`)).status).toBe(404)
    const drawn = (await draw(typed)).json
    expect(drawn).toMatchObject({ winner: { email: winner.email } })
    expect(drawn.message).toBe(`Winner selected: Slot ${drawn.winner.slot}`)

    const proof = (await shop.call(`/api/giveaways/${giveaway.slug}/draw`)).json
    expect(proof).toMatchObject({ early: true, role: 'admin', reason: typed.reason, winner: 'S••• P•••' })
    expect(JSON.stringify(proof)).not.toContain(winner.email)
    expect(JSON.stringify(proof)).not.toContain(winner.userId)
    expect(await checkDraw(proof)).toEqual({ isSeedTheCommitted: true, isListTheFrozen: true, isWinnerRight: true })
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({
      state: 'drawn',
      status: 'completed',
      winner: { slotNumber: drawn.winner.slot, displayName: 'S••• P•••' },
    })
    expect((await enter(giveaway, user, { slots: [20] })).json.code).toBe('giveaway_ended')
    const past = (await shop.call('/api/giveaways?past=true')).json.giveaways
    expect(past.map((one: { id: string }) => one.id)).toContain(giveaway.id)
    await shop.settleJobs()
    expect((await shop.outbox(winner.email)).map(({ subject }) => subject)).toEqual(['You have won: Early Kit'])
  })

  it('happens once when 50 draw at the same time, and never again', async () => {
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const giveaway = await addGiveaway({ title: 'Once' })
    await enter(giveaway, user, { pick: 5 })
    const draw = () => asAdmin(`/api/giveaways/${giveaway.id}/winner`, { title: 'Once', reason: 'A test' })
    const codes = (await Promise.all(Array.from({ length: 50 }, draw))).map(({ status, json }) => json.code ?? status)
    expect(codes.filter(code => code === 200)).toHaveLength(1)
    expect(codes.filter(code => code === 'already_drawn')).toHaveLength(49)
    const change = shop.services.db.updateTable('draw').set({ winner_slot: 1 }).execute()
    await expect(change).rejects.toThrow('append-only')
  })

  it('leaves staff out and mail-in entries in', async () => {
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const giveaway = await addGiveaway({ title: 'Lists', totalSlots: 10 })
    await enter(giveaway, admin, { slots: [1] })
    await enter(giveaway, user, { slots: [2] })
    const mail = await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, {
      name: 'Ada Mail',
      email: 'Ada@Example.com ',
    })
    expect(mail.json).toMatchObject({ slotNumber: 11 })
    // Nor may staff come in by mail.
    const json = { name: 'Sam Porter', email: admin.email }
    expect((await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, json)).json.slotNumber).toBe(12)
    await asAdmin(`/api/giveaways/${giveaway.id}/winner`, { title: 'Lists', reason: 'A test' })
    const { list } = (await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json
    expect(list.map(([slot]: [number]) => slot)).toEqual([2, 11])
    const { giveaways } = (await asAdmin('/api/admin/winners')).json
    const mine = giveaways.find((one: { giveawayId: string }) => one.giveawayId === giveaway.id)
    expect(mine).toMatchObject({ giveaway: { title: 'Lists', tier: 'Bronze' }, totalWinners: 1 })
    expect(mine.winners[0]).toMatchObject({ method: 'random', early: true, tier: 'Bronze' })
  })
})

describe('the clock', () => {
  it('closes at the end, waits for the mail and draws by itself', async () => {
    const user = await shop.addUser({ credits: { Bronze: 3 } })
    const [waiting, due, empty] = [await addGiveaway(), await addGiveaway(), await addGiveaway()]
    await Promise.all([waiting, due].map(giveaway => enter(giveaway, user, { pick: 1 })))
    await Promise.all([endedDaysAgo(waiting, 6.9), endedDaysAgo(due, 7), endedDaysAgo(empty, 30)])
    expect((await enter(waiting, user, { pick: 1 })).json.code).toBe('giveaway_ended')
    expect(await advanceGiveaways(shop.system)).toEqual({ processed: 1, winnersSelected: 1 })
    expect(await advanceGiveaways(shop.system)).toEqual({ processed: 0, winnersSelected: 0 })
    expect((await shop.call(`/api/giveaways/${due.id}/draw`)).json).toMatchObject({ early: false, role: 'system' })
    expect((await shop.call(`/api/giveaways/${waiting.id}`)).json).toMatchObject({
      state: 'closed',
      closedAt: inDays(-6.9),
      drawDate: inDays(0.1),
    })
  })

  it('proves the ledger by night, and finds a credit that came from nowhere', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    expect(await auditLedger(shop.system)).toBe(0)
    const forged = sql`update credit_account set issued = issued + 1, available = available + 1 where user_id = ${user.userId}`
    const proof = shop.services.db.transaction().execute(async trx => {
      await forged.execute(trx)
      // Its two purses disagree with their transfers. Thrown, so that nothing of it stays.
      throw new Error(`${await auditLedger(within(shop.system, trx))} faults`)
    })
    await expect(proof).rejects.toThrow('2 faults')
    expect(await auditLedger(shop.system)).toBe(0)
  })

  it('keeps a giveaway without an end open until it is sold out', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway({ totalSlots: 2, endDate: null })
    await enter(giveaway, user, { pick: 1 })
    await advanceGiveaways(shop.system)
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({ state: 'open', drawDate: null })
    await enter(giveaway, user, { pick: 1 })
    await advanceGiveaways(shop.system)
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({
      state: 'closed',
      drawDate: inDays(7),
    })
  })
})

describe('managing', () => {
  it('is for admins alone', async () => {
    const user = await shop.addUser()
    const { id } = await addGiveaway()
    const calls = [
      ['POST', '/api/giveaways'],
      ['PATCH', `/api/giveaways/${id}`],
      ['DELETE', `/api/giveaways/${id}`],
      ['GET', `/api/giveaways/${id}/entries`],
      ['POST', `/api/giveaways/${id}/winner`],
      ['GET', `/api/giveaways/${id}/winners`],
      ['GET', '/api/admin/winners'],
      ['GET', '/api/admin/giveaways'],
      ['POST', '/api/admin/select-automatic-winner'],
      ['POST', '/api/admin/check-winners'],
      ['POST', `/api/admin/giveaways/${id}/private-entries`],
      ['DELETE', `/api/admin/giveaways/${id}/entries/1`],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'GET' ? {} : { json: {} }
      expect((await shop.call(path, { method, ...body })).status, path).toBe(401)
      expect((await shop.call(path, { as: user, method, ...body })).json.code, path).toBe('Unauthorized')
    }
  })

  it('fills in the specified defaults and moves early access with the start', async () => {
    const giveaway = await addGiveaway({ title: 'Ünïque — Kit!', startDate: inDays(5) })
    expect(giveaway).toMatchObject({
      slug: 'unique-kit',
      tier: 'Bronze',
      category: 'Bronze',
      value: 0,
      totalSlots: 100,
      entryLimit: 5,
      ownEntryLimit: null,
      earlyAccessDate: inDays(3),
      state: 'upcoming',
    })
    expect(giveaway).not.toHaveProperty('seed')
    const change = (json: object) => asAdmin(`/api/giveaways/${giveaway.id}`, json, 'PATCH')
    expect((await change({ startDate: inDays(9) })).json.earlyAccessDate).toBe(inDays(7))
    const both = { startDate: inDays(10), earlyAccessDate: inDays(9) }
    expect((await change(both)).json).toMatchObject(both)
    expect((await change({ endDate: inDays(9) })).json.errors.endDate).toEqual(['The end must come after the start.'])
    expect((await change({ tier: 'Gold' })).json).toMatchObject({ tier: 'Gold', category: 'Gold', entryLimit: 10 })
    expect((await addGiveaway({ title: 'Unique Kit' })).slug).toMatch(/^unique-kit-[0-9a-f]{12}$/)
  })

  it.each([
    [{ title: ' ' }, 'title', 'Please fill in all required fields'],
    [{ description: undefined }, 'description', 'Please fill in all required fields'],
    [{ entryLimit: 51 }, 'entryLimit', 'Between 1 and 50.'],
    [{ totalSlots: 0 }, 'totalSlots', 'At least 1 slot.'],
    [{ value: 1.5 }, 'value', 'Enter whole dollars.'],
    [{ image: 's3:users/secret' }, 'image', 'Upload the image first.'],
    [{ seed: '00' }, 'seed', 'This field is not known.'],
  ])('refuses %j', async (change, field, sentence) => {
    const json = { title: 'T', description: 'D', startDate: inDays(1), ...change }
    const { status, json: problem } = await asAdmin('/api/giveaways', json)
    expect([status, problem.errors[field]]).toEqual([400, [sentence]])
  })

  it('keeps what entrants relied on', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [40] })
    const path = `/api/giveaways/${giveaway.id}`
    expect((await asAdmin(path, { tier: 'Gold' }, 'PATCH')).json.code).toBe('tier_fixed')
    expect((await asAdmin(path, { totalSlots: 39 }, 'PATCH')).json).toMatchObject({
      code: 'too_few_slots',
      highest: 40,
    })
    expect((await asAdmin(path, { totalSlots: 40 }, 'PATCH')).json.availableSlots).toBe(39)
    expect((await asAdmin(path, undefined, 'DELETE')).json.code).toBe('giveaway_has_entries')
    await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, { name: 'Ada', email: 'ada@example.com' })
    expect((await asAdmin(path, { totalSlots: 41 }, 'PATCH')).json.code).toBe('slots_fixed')
    await endedDaysAgo(giveaway, 1)
    expect((await asAdmin(path, { endDate: inDays(3) }, 'PATCH')).json.code).toBe('giveaway_closed')
    expect((await asAdmin(path, { description: 'Told better.' }, 'PATCH')).status).toBe(200)
  })

  it('deletes one without entries', async () => {
    const { id } = await addGiveaway()
    expect((await asAdmin(`/api/giveaways/${id}`, undefined, 'DELETE')).json).toEqual({ success: true })
    expect((await shop.call(`/api/giveaways/${id}`)).status).toBe(404)
    expect((await asAdmin(`/api/giveaways/${id}`, undefined, 'DELETE')).status).toBe(404)
  })

  it('removes an entry, gives the credit back and the slot to others, once', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [3, 4] })
    const remove = () => asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/3`, undefined, 'DELETE')
    const results = await Promise.all(Array.from({ length: 10 }, remove))
    expect(results.filter(({ json }) => json.message === 'Entry removed successfully')).toHaveLength(1)
    expect(results.filter(({ json }) => json.code === 'entry_not_found')).toHaveLength(9)
    expect((await shop.call('/api/credits', { as: user })).json.bronzeCredits).toBe(1)
    expect((await enter(giveaway, user, { slots: [3] })).status).toBe(200)
  })
})
