import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser, UserOptions } from '#app/testing/users.ts'
import { openGivingShop } from '../testing/giving.ts'
import { autoEnter, autoEnterDue } from './commands/auto-entry.server.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway, enter, slotsOf } = giving
afterEach(giving.expectAudited)

const turn = (as: TestUser, enabled: boolean) => shop.call('/api/my/auto-entry', { as, json: { enabled } })

/** Adds a member with one Bronze credit and auto-entry switched on. */
async function addWanting(options: UserOptions = {}): Promise<TestUser> {
  const member = await shop.addUser({ subscriber: true, credits: { Bronze: 1 }, ...options })
  expect((await turn(member, true)).status).toBe(200)
  return member
}

const entriesOf = async (giveaway: { id: string }, as: TestUser) =>
  (await shop.call('/api/my/entries', { as })).json.entries.filter(
    (entry: { giveawayId: string }) => entry.giveawayId === giveaway.id,
  )

const outcomes = async (giveaway: { id: string }) => {
  const rows = await shop.services.db
    .selectFrom('auto_entry')
    .select(['user_id', 'skipped'])
    .where('giveaway_id', '=', giveaway.id)
    .execute()
  return new Map(rows.map(row => [row.user_id, row.skipped ?? 'entered']))
}

/** Holders of auto-entry slots, one item per slot. */
const holdersOf = async (giveaway: { id: string }) => {
  const rows = await shop.services.db
    .selectFrom('giveaway_entry')
    .select('user_id')
    .where('giveaway_id', '=', giveaway.id)
    .where('is_auto_entry', '=', true)
    .execute()
  return rows.map(row => row.user_id!)
}

describe('the switch', () => {
  it('the switch says "Auto-entry enabled" and "Auto-entry disabled", and GET /credits has the state [B-7.32] [B-8.27]', async () => {
    const member = await shop.addUser({ subscriber: true })
    const credits = async () => (await shop.call('/api/credits', { as: member })).json
    const never = {
      autoEntryEnabled: false,
      autoEntryOptOut: false,
      lastAutoEntryDate: null,
      monthlyCreditIssued: null,
    }
    expect(await credits()).toMatchObject(never)
    expect((await turn(member, true)).json).toMatchObject({ autoEntryEnabled: true, message: 'Auto-entry enabled' })
    expect(await credits()).toMatchObject({ autoEntryEnabled: true, autoEntryOptOut: false })
    expect((await turn(member, false)).json).toMatchObject({ autoEntryOptOut: true, message: 'Auto-entry disabled' })
    expect(await credits()).toMatchObject({ autoEntryEnabled: false, autoEntryOptOut: true })
  })

  it('the switch is for members; every user may switch it off, and it pauses while a membership is over', async () => {
    const [user, member] = [await shop.addUser(), await addWanting()]
    expect((await turn(user, true)).json).toMatchObject({ status: 403, code: 'auto_entry_for_members' })
    expect((await turn(user, false)).status).toBe(200)
    expect((await shop.call('/api/my/auto-entry', { json: { enabled: true } })).status).toBe(401)
    const setStatus = (status: 'active' | 'cancelled') =>
      shop.services.db.updateTable('membership').set({ status }).where('user_id', '=', member.userId).execute()
    const isOn = async () => (await shop.call('/api/credits', { as: member })).json.autoEntryEnabled
    await setStatus('cancelled')
    expect(await isOn()).toBe(false)
    await setStatus('active')
    expect(await isOn()).toBe(true)
  })
})

describe('auto-entry', () => {
  it('the job takes a random free slot for one Bronze credit and notifies the member with the receipt [B-1.6] [B-3.9] [B-4.32] [B-16.13]', async () => {
    const member = await addWanting({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway({ title: 'Told of', startDate: inDays(1) })
    await shop.settleJobs()
    const entries = await entriesOf(giveaway, member)
    expect(entries).toMatchObject([{ isAutoEntry: true, isStaff: false, tier: 'Bronze' }])
    expect(await slotsOf(giveaway, member)).toMatchObject({ mine: [entries[0].slotNumber] })
    const credits = (await shop.call('/api/credits', { as: member })).json
    expect(credits).toMatchObject({ bronzeCredits: 1, lastAutoEntryDate: shop.clock.now().toISOString() })
    const [message] = await shop.outbox(member.email)
    expect(message!.subject).toBe('You are in: Told of')
    expect(message!.text).toContain(`slot ${entries[0].slotNumber} of Told of`)
    expect(message!.text).toContain(entries[0].receipt.trim())
  })

  it('nothing happens before early access, and the sweep catches what a stopped shop missed', async () => {
    const member = await addWanting()
    const giveaway = await addGiveaway({ startDate: inDays(10) })
    await autoEnterDue(shop.system)
    expect(await entriesOf(giveaway, member)).toEqual([])
    await autoEnterDue({ ...shop.system, now: () => new Date(inDays(9)) })
    expect(await entriesOf(giveaway, member)).toHaveLength(1)
  })

  it.each([
    ['Silver', { tier: 'Silver' as const }],
    ['Gold', { tier: 'Gold' as const }],
    ['Platinum', { tier: 'Platinum' as const }],
  ])('a %s giveaway gets no auto-entry [B-4.32]', async (_tier, input) => {
    const member = await addWanting({ credits: { Bronze: 1, Silver: 1, Gold: 1, Platinum: 1 } })
    const giveaway = await addGiveaway(input)
    expect(await autoEnter(shop.system, giveaway.id)).toBe(0)
    expect(await entriesOf(giveaway, member)).toEqual([])
  })

  it('auto-entry skips users without address, age or credit, users with an entry, staff, and former members [B-4.32]', async () => {
    const homeless = await addWanting({ address: false })
    const young = await addWanting({ birthDate: '2010-01-01' })
    const poor = await addWanting({ credits: {} })
    const lapsed = await addWanting()
    const silent = await shop.addUser({ subscriber: true, credits: { Bronze: 1 } })
    const staff = await addWanting({ admin: true })
    const chooser = await addWanting({ credits: { Bronze: 2 } })
    await shop.services.db
      .updateTable('membership')
      .set({ status: 'cancelled' })
      .where('user_id', '=', lapsed.userId)
      .execute()
    const giveaway = await addGiveaway({ tier: 'Silver' })
    const setTier = (tier: 'Bronze') =>
      shop.services.db.updateTable('giveaway').set({ tier }).where('id', '=', giveaway.id).execute()
    await setTier('Bronze')
    await enter(giveaway, chooser, { slots: [3] })
    await autoEnter(shop.system, giveaway.id)
    const found = await outcomes(giveaway)
    const of = (users: TestUser[]) => users.map(({ userId }) => found.get(userId))
    expect(of([homeless, young, poor, chooser])).toEqual(['address_needed', 'under_age', 'credit_needed', 'already_in'])
    expect(of([lapsed, silent, staff])).toEqual([undefined, undefined, undefined])
    expect(await entriesOf(giveaway, chooser)).toHaveLength(1)
    for (const user of [homeless, young, lapsed, silent, staff]) expect(await entriesOf(giveaway, user)).toEqual([])
  })

  it('auto-entry respects a switch-off until the last moment, and does not restore a removed entry [B-1.6]', async () => {
    const [changer, member] = [await addWanting(), await addWanting()]
    const giveaway = await addGiveaway({ startDate: inDays(20) })
    await turn(changer, false)
    const moved = { earlyAccessDate: inDays(0) }
    expect((await asAdmin(`/api/giveaways/${giveaway.id}`, moved, 'PATCH')).status).toBe(200)
    await shop.settleJobs()
    expect(await entriesOf(giveaway, changer)).toEqual([])
    const [entry] = await entriesOf(giveaway, member)
    await asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/${entry.slotNumber}`, undefined, 'DELETE')
    await shop.services.db
      .updateTable('giveaway')
      .set({ auto_entered_at: null })
      .where('id', '=', giveaway.id)
      .execute()
    expect(await autoEnter(shop.system, giveaway.id)).toBe(0)
    expect(await entriesOf(giveaway, member)).toEqual([])
    expect((await shop.call('/api/credits', { as: member })).json.bronzeCredits).toBe(1)
  })
})

describe('concurrent auto-entry', () => {
  it('five concurrent runs enter 200 members exactly once each, in random slots, in more than one batch [B-4.32]', async () => {
    const members = await Promise.all(Array.from({ length: 205 }, () => addWanting({ credits: { Bronze: 5 } })))
    const giveaway = await addGiveaway({ totalSlots: 1000, startDate: inDays(30) })
    await shop.services.db
      .updateTable('giveaway')
      .set({ early_access_at: inDays(-1) })
      .where('id', '=', giveaway.id)
      .execute()
    await Promise.all(Array.from({ length: 5 }, () => autoEnter(shop.system, giveaway.id)))
    const holders = await holdersOf(giveaway)
    expect(new Set(holders).size).toBe(holders.length)
    expect(members.filter(({ userId }) => !holders.includes(userId))).toEqual([])
    expect(await autoEnter(shop.system, giveaway.id)).toBe(0)
    // More than 200 random slots of 1,000 reach its last half.
    const { taken } = await slotsOf(giveaway, members[0])
    expect(taken.filter((slot: number) => slot > 500).length).toBeGreaterThan(50)
  })

  it('auto-entry stops when the slots are sold out halfway, while others choose by hand', async () => {
    await Promise.all(Array.from({ length: 60 }, () => addWanting()))
    const others = await Promise.all(Array.from({ length: 20 }, () => shop.addUser({ credits: { Bronze: 1 } })))
    const giveaway = await addGiveaway({ tier: 'Silver', totalSlots: 40 })
    await shop.services.db.updateTable('giveaway').set({ tier: 'Bronze' }).where('id', '=', giveaway.id).execute()
    const [, byHand] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => autoEnter(shop.system, giveaway.id))),
      Promise.all(others.map(user => enter(giveaway, user, { pick: 1 }))),
    ])
    const chosen = byHand.filter(({ status }) => status === 200).length
    const holders = await holdersOf(giveaway)
    expect(holders).toHaveLength(40 - chosen)
    expect(new Set(holders).size).toBe(holders.length)
    expect(byHand.every(({ status, json }) => status === 200 || json.code === 'sold_out')).toBe(true)
    expect((await slotsOf(giveaway)).taken).toHaveLength(40)
  })
})
