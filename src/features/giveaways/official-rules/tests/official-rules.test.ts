import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { publishTexts } from '#app/services/settings-ports.server.ts'
import { openRegister } from '#features/free-entry/testing/register.ts'
import type { Giveaway } from '../../giveaway/contract.ts'
import { publishAllRules } from '../../lifecycle/commands/publish-rules.server.ts'

const register = await openRegister()
const { shop, asAdmin, addGiveaway, enter, inDays, slotsOf, type, drawnNow } = register
afterEach(register.expectAudited)

const rulesOf = (giveaway: { id: string }, version?: number) =>
  shop.call(`/api/giveaways/${giveaway.id}/rules${version ? `?version=${version}` : ''}`)
const change = (giveaway: Giveaway, json: object) => asAdmin(`/api/giveaways/${giveaway.id}`, json, 'PATCH')
const wordsOf = ({ json }: { json: object }) => JSON.stringify(json)
/** The versions that the entries of a giveaway accepted, by slot. */
const accepted = async ({ id }: { id: string }) =>
  (
    await shop.services.db
      .selectFrom('giveaway_entry')
      .select('rules_version as version')
      .where('giveaway_id', '=', id)
      .orderBy('slot_number')
      .execute()
  ).map(({ version }) => version)

describe('the official rules of a giveaway', () => {
  it('tell its facts: sponsor, people, dates, ways to enter, prize, odds, draw, publicity and winners [B-26.11]', async () => {
    const giveaway = await addGiveaway({
      ...{ title: 'Night Kit', value: 850, totalSlots: 1200, entryLimit: 7, minimumAge: 25, tier: 'Gold' },
      ...{ eligibleStates: ['UT', 'NV'], endDate: inDays(30) },
    })
    const { status, json, text } = await rulesOf(giveaway)
    expect(status).toBe(200)
    expect(json).toMatchObject({ version: 1, reason: null, giveaway: { title: 'Night Kit' } })
    expect(json.versions).toHaveLength(1)
    for (const fact of [
      ...['No purchase is necessary', 'Redoubt Supply Co.', 'PO Box 2100', 'Utah and Nevada', '25 or older'],
      ...[
        'tier Gold',
        'at most **7** entries',
        '$850',
        '1,200 slots',
        'within 7 days of the close',
        'drand',
        'PO Box 2101',
      ],
      ...['Void where prohibited', 'Tennessee', 'List of winners', 'Privacy Policy', '1099-MISC'],
    ])
      expect(text.replaceAll('Nevada and Utah', 'Utah and Nevada'), fact).toContain(fact)
  })

  it('a draft has none until it is published; an unknown version reads one sentence [B-26.12]', async () => {
    const draft = await addGiveaway({ isDraft: true })
    expect((await asAdmin(`/api/giveaways/${draft.id}/rules`)).json.code).toBe('rules_not_found')
    await change(draft, { isDraft: false })
    expect((await rulesOf(draft)).json.version).toBe(1)
    expect((await rulesOf(draft, 2)).json.detail).toBe('There is no such version of these rules.')
  })

  it('of a members-only giveaway are read by everyone from its start on, and hidden before; the rest stays hidden [B-26.19]', async () => {
    const shopper = await shop.addUser()
    const member = await shop.addUser({ subscriber: true })
    const terms = { subscriptionVisibilityOnly: true, title: 'Quiet Kit', description: 'Of walnut wood.' }
    const running = await addGiveaway(terms)
    for (const as of [undefined, shopper, member]) {
      const read = await shop.call(`/api/giveaways/${running.slug}/rules`, as ? { as } : {})
      expect(read.status).toBe(200)
      expect(read.text).toContain('A free entry by mail is open to everyone named above.')
      expect(read.text).not.toContain('walnut')
    }
    for (const path of ['', '/slots']) {
      expect((await shop.call(`/api/giveaways/${running.id}${path}`)).status).toBe(404)
      expect((await shop.call(`/api/giveaways/${running.id}${path}`, { as: shopper })).status).toBe(404)
    }
    for (const isForMembers of [true, false]) {
      const upcoming = await addGiveaway({ ...terms, subscriptionVisibilityOnly: isForMembers, startDate: inDays(1) })
      const path = `/api/giveaways/${upcoming.id}/rules`
      const guest = await shop.call(path)
      expect([guest.status, guest.json.code]).toEqual([404, 'giveaway_not_found'])
      expect(guest.text).not.toContain('Quiet Kit')
      expect((await shop.call(path, { as: member })).status).toBe(200)
    }
  })

  it('get a version with each changed fact, and none where the words stay equal [B-26.12]', async () => {
    const giveaway = await addGiveaway({ value: 100 })
    await change(giveaway, { description: 'Other words.' })
    expect((await rulesOf(giveaway)).json.version).toBe(1)
    await change(giveaway, { value: 120 })
    const { json } = await rulesOf(giveaway)
    expect(json).toMatchObject({ version: 2, reason: null })
    expect(wordsOf({ json })).toContain('$120')
    expect(wordsOf(await rulesOf(giveaway, 1))).toContain('$100')
  })

  it('change after the first entry only with a reason, which the page shows; earlier versions stay [B-26.13]', async () => {
    const giveaway = await addGiveaway({ value: 100, endDate: inDays(20) })
    const shopper = await shop.addUser({ credits: { Bronze: 3 } })
    await enter(giveaway, shopper, { slots: [1] })
    const refused = await change(giveaway, { endDate: inDays(25) })
    expect(refused.json).toMatchObject({ code: 'rules_reason_needed' })
    expect((await change(giveaway, { description: 'Other words.' })).status).toBe(200)
    const rulesReason = 'The maker delivers a week later.'
    expect((await change(giveaway, { endDate: inDays(25), rulesReason })).status).toBe(200)
    expect((await rulesOf(giveaway)).json).toMatchObject({ version: 2, reason: rulesReason })
    await enter(giveaway, shopper, { slots: [2] })
    expect(await accepted(giveaway)).toEqual([1, 2])
    expect(wordsOf(await rulesOf(giveaway, 1))).not.toBe(wordsOf(await rulesOf(giveaway)))
    const stored = shop.services.db.updateTable('giveaway_rules').set({ reason: 'x' }).execute()
    await expect(stored).rejects.toThrow('append-only')
  })

  it('follow a setting of the shop with a reason of their own, once, and no longer when the list is final [B-26.14]', async () => {
    const giveaway = await addGiveaway({})
    await shop.changeSettings({ mailInHours: 240 })
    await Promise.all(Array.from({ length: 4 }, () => publishAllRules(shop.system)))
    const { json } = await rulesOf(giveaway)
    expect(json).toMatchObject({ version: 2, reason: expect.stringContaining('A setting of the shop') })
    expect(wordsOf({ json })).toContain('within 10 days of the close')
    const shopper = await shop.addUser({ credits: { Bronze: 1 } })
    await enter(giveaway, shopper, { slots: [2] })
    await drawnNow(giveaway)
    await shop.changeSettings({ mailInHours: 168 })
    await publishAllRules(shop.system)
    expect((await rulesOf(giveaway)).json.version).toBe(2)
  })
})

it('a publication that began before a change of settings publishes the settings of after it [B-26.14]', async () => {
  const giveaway = await addGiveaway({ endDate: inDays(9) })
  const before = { ...shop.system, settings: structuredClone(shop.system.settings) }
  await shop.changeSettings({ mailInHours: 72 })
  await publishTexts(before)
  await shop.settleJobs()
  await publishTexts(before)
  expect(wordsOf(await rulesOf(giveaway))).toContain('within 3 days of the close')
  expect((await rulesOf(giveaway)).json.version).toBe(2)
  const { rows } = await sql<{ clauses: object }>`
    select clauses from legal_document where kind = 'sweepstakes' order by version desc limit 1`.execute(
    shop.services.db,
  )
  expect(JSON.stringify(rows[0]!.clauses)).toContain('3 days')
  await shop.changeSettings({ mailInHours: 168 })
  await shop.settleJobs()
})

describe('an entry', () => {
  it('accepts the version in force, by each door: claim, any slot and card [B-26.15]', async () => {
    const giveaway = await addGiveaway({ value: 100 })
    await change(giveaway, { value: 77 })
    const shopper = await shop.addUser({ credits: { Bronze: 3 } })
    expect((await enter(giveaway, shopper, { slots: [1, 2] })).status).toBe(200)
    expect((await enter(giveaway, shopper, { pick: 1 })).status).toBe(200)
    expect((await type(giveaway)).status).toBe(200)
    expect(await accepted(giveaway)).toEqual([2, 2, 2, 2])
    const { entries } = (await asAdmin(`/api/giveaways/${giveaway.id}/entries`)).json
    expect(entries.map(({ rulesVersion }: { rulesVersion: number }) => rulesVersion)).toEqual([2, 2, 2, 2])
    const { taken } = await slotsOf(giveaway)
    const moved = await shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, {
      as: shopper,
      json: { from: 1, to: [3, 4].find(slot => !taken.includes(slot)) },
    })
    expect(moved.status).toBe(200)
    await change(giveaway, { value: 78, rulesReason: 'The maker raised its price.' })
    expect(await accepted(giveaway)).toEqual([2, 2, 2, 2])
  })

  it('by auto-entry accepts the version in force [B-26.15]', async () => {
    // Auto-entry of the giveaways above is over before this member comes.
    await shop.settleJobs()
    const member = await shop.addUser({ subscriber: true, credits: { Bronze: 1 } })
    expect((await shop.call('/api/my/auto-entry', { as: member, json: { enabled: true } })).status).toBe(200)
    const giveaway = await addGiveaway()
    await shop.settleJobs()
    expect(await accepted(giveaway)).toEqual([1])
    // No later giveaway of this file gets an entry of the member.
    await shop.call('/api/my/auto-entry', { as: member, json: { enabled: false } })
  })

  it('has the version that was in force when it committed, also while the rules change [B-26.16]', async () => {
    const giveaway = await addGiveaway({ totalSlots: 60, value: 100 })
    const shoppers = await Promise.all(Array.from({ length: 24 }, () => shop.addUser({ credits: { Bronze: 1 } })))
    const raise = (value: number) => change(giveaway, { value, rulesReason: `Worth ${value} now` })
    const [claims] = await Promise.all([
      Promise.all(shoppers.map(shopper => enter(giveaway, shopper, { pick: 1 }))),
      Promise.all([110, 120, 130, 140].map(raise)),
    ])
    expect(claims.map(({ status }) => status)).toEqual(shoppers.map(() => 200))
    const { rows } = await sql<{ version: number }>`
      select e.rules_version as version from claim_event c join giveaway_entry e on e.id = any (c.entry_ids)
      where c.giveaway_id = ${giveaway.id} order by c.id`.execute(shop.services.db)
    const versions = rows.map(({ version }) => version)
    expect(versions).toHaveLength(24)
    // A change holds the lock alone, so that the claims before and after it are apart.
    expect(versions).toEqual(versions.toSorted((one, other) => one - other))
    expect((await rulesOf(giveaway)).json.version).toBe(5)
  })
})
