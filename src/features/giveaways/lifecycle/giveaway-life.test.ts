import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway, enter, endedDaysAgo, drawDue } = giving
afterEach(giving.expectAudited)

const change = (id: string, json: object) => asAdmin(`/api/giveaways/${id}`, json, 'PATCH')
const act = (id: string, what: string, json: object = {}) => asAdmin(`/api/admin/giveaways/${id}/${what}`, json)
/** Audit log records of a giveaway, latest first. */
const recordsOf = async (id: string) =>
  (
    await shop.services.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'reason'])
      .where('subject_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
  ).map(({ action, before, after, reason }) => ({ action, before, after, reason }))

describe('a draft', () => {
  it('a draft is visible to staff only and takes no entry, until it is published once [B-12.65]', async () => {
    const user = await shop.addUser({ subscriber: true, credits: { Bronze: 1 } })
    const draft = await addGiveaway({ title: 'Draft Kit', isDraft: true })
    expect(draft).toMatchObject({ state: 'draft', isActive: false })
    for (const path of ['', '/slots', '/draw', '/calendar.ics'])
      expect((await shop.call(`/api/giveaways/${draft.id}${path}`, { as: user })).status).toBe(404)
    expect((await shop.call('/api/giveaways')).text).not.toContain('Draft Kit')
    expect((await asAdmin('/api/giveaways')).text).not.toContain('Draft Kit')
    expect((await enter(draft, giving.admin, { pick: 1 })).json.code).toBe('giveaway_not_found')
    for (const what of ['close', 'cancel'])
      expect(
        (await act(draft.id, what, { reason: 'x', ...(what === 'cancel' && { title: 'Draft Kit' }) })).json.code,
      ).toBe('is_draft')
    await shop.settleJobs()
    await tendDraws(shop.system)

    expect((await change(draft.id, { isDraft: false })).json).toMatchObject({
      state: 'open',
      isDraft: false,
      version: 2,
    })
    expect((await change(draft.id, { isDraft: true })).json.code).toBe('already_public')
    expect((await enter(draft, user, { pick: 1 })).status).toBe(200)
    expect((await recordsOf(draft.id)).map(({ action }) => action)).toEqual(['published', 'created'])
  })

  it('a draft is shown to staff who may read giveaways and have the required second factor', async () => {
    const draft = await addGiveaway({ title: 'Hidden Kit', isDraft: true })
    const [officer, fulfilment] = [
      await shop.addUser({ role: 'draw-officer' }),
      await shop.addUser({ role: 'fulfilment' }),
    ]
    const seenBy = (as: typeof officer) =>
      Promise.all(
        ['', '/slots'].map(async path => (await shop.call(`/api/giveaways/${draft.id}${path}`, { as })).status),
      )
    expect([await seenBy(officer), await seenBy(fulfilment)]).toEqual([
      [200, 200],
      [404, 404],
    ])
    await shop.changeSettings({ auth: { staffSecondFactor: true } })
    expect(await seenBy(officer)).toEqual([404, 404])
    await shop.changeSettings({ auth: { staffSecondFactor: false } })
  })

  it('a copy begins as a draft with the same terms and length, a week from now [B-13.18]', async () => {
    const terms = {
      ...{
        tier: 'Gold' as const,
        value: 80,
        totalSlots: 33,
        entryLimit: 4,
        description: 'Told once.',
        category: 'Kits',
      },
      ...{ sendPremiumSMS: true, sendFreeUserEmails: true, subscriptionVisibilityOnly: true },
    }
    const first = await addGiveaway({ title: 'Long Kit', endDate: inDays(9), ...terms })
    const { json: copy } = await act(first.id, 'duplicate')
    expect(copy).toMatchObject(terms)
    expect(copy).toMatchObject({
      title: 'Copy of Long Kit',
      state: 'draft',
      entriesCount: 0,
    })
    expect(+new Date(copy.endDate) - +new Date(copy.startDate)).toBe(10 * 86_400_000)
    expect(+new Date(copy.startDate)).toBeGreaterThanOrEqual(+new Date(inDays(7)))
    expect(copy.commitment).not.toBe(first.commitment)
  })
})

describe('an edit', () => {
  it('an edit of an older version is refused, and of ten concurrent edits one is saved and recorded [B-12.158] [B-13.71]', async () => {
    const { id } = await addGiveaway({ title: 'Version Kit' })
    const values = Array.from({ length: 10 }, (_, at) => 100 + at)
    const results = await Promise.all(values.map(value => change(id, { value, version: 1 })))
    const [saved] = results.filter(({ status }) => status === 200)
    expect(results.filter(({ json }) => json.code === 'version_conflict')).toHaveLength(9)
    expect(results.find(({ status }) => status === 409)!.json).toMatchObject({
      version: 2,
      at: expect.any(String),
      by: expect.any(String),
    })
    const [record] = await recordsOf(id)
    expect(record).toMatchObject({ action: 'changed', before: { value: 0 }, after: { value: saved!.json.value } })
    // A call without a version is accepted.
    expect((await change(id, { value: 7 })).json).toMatchObject({ value: 7, version: 3 })
  })

  it('an edit of a giveaway with entries keeps the terms that entrants rely on', async () => {
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const giveaway = await addGiveaway({ endDate: inDays(3) })
    await enter(giveaway, user, { slots: [40] })
    const refused = async (json: object) => (await change(giveaway.id, json)).json.code
    expect(await refused({ tier: 'Gold' })).toBe('tier_fixed')
    for (const terms of [{ totalSlots: 39 }, { totalSlots: 120 }, { startDate: inDays(1) }, { entryLimit: 50 }])
      expect(await refused(terms)).toBe('terms_fixed')
    expect(await refused({ endDate: inDays(-0.5) })).toBe('end_passed')
    const rulesReason = 'The maker is late.'
    expect((await change(giveaway.id, { endDate: inDays(5), rulesReason })).status).toBe(200)
  })

  it('an edit keeps the texts of existing pictures only', async () => {
    const images = ['s3:giveaways/a', 's3:giveaways/b']
    const imageAlts = { 's3:giveaways/a': 'A lantern', 's3:giveaways/c': 'Gone' }
    const { id } = await addGiveaway({ images, imageAlts })
    const read = async () => (await asAdmin(`/api/admin/giveaways/${id}`)).json
    expect(await read()).toMatchObject({ images, imageAlts: { 's3:giveaways/a': 'A lantern' } })
    await change(id, { images: ['s3:giveaways/b'] })
    expect((await read()).imageAlts).toEqual({})
  })
})

describe('closing early', () => {
  it('closing early starts the mail-in window, publishes the reason, and ends in the draw [B-13.20]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway({ title: 'Short Kit', endDate: inDays(20) })
    await enter(giveaway, user, { slots: [1] })
    const reason = 'The maker needs the prize back.'
    expect((await act(giveaway.id, 'close', { reason: ' ' })).json.errors.reason).toEqual(['Please give a reason.'])
    const closed = await Promise.all(Array.from({ length: 8 }, () => act(giveaway.id, 'close', { reason })))
    expect(closed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(closed.filter(({ json }) => json.code === 'already_closed')).toHaveLength(7)
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({
      state: 'closed',
      frozenAt: null,
      // The mail window ends on the shop's 9 March; its day ends at 06:00 UTC, and 12 hours and the gap follow.
      drawDate: '2026-03-10T18:00:10.000Z',
      closing: { reason: 'closed_early', note: reason, goesOnAt: null },
    })
    expect((await enter(giveaway, user, { slots: [2] })).json.code).toBe('giveaway_ended')
    expect((await act(giveaway.id, 'private-entries', { name: 'Ada', email: 'ada@example.com' })).status).toBe(200)
    expect((await recordsOf(giveaway.id))[0]).toMatchObject({ action: 'closed early', reason })
    const now = shop.clock.now()
    shop.clock.set('2026-03-10T18:00:00Z')
    expect(await drawDue()).toBe(1)
    const [drew, froze] = await recordsOf(giveaway.id)
    expect(froze).toMatchObject({ action: 'froze the list', after: { entries: 2, early: false } })
    expect(drew).toMatchObject({ action: 'drew the winner', after: { early: false } })
    shop.clock.set(now)
  })
})

describe('cancelling and deleting', () => {
  it('a cancellation returns every credit once despite concurrent entries, and notifies each entrant once', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => shop.addUser({ credits: { Silver: 2 } })))
    const giveaway = await addGiveaway({ title: 'Gone Kit', tier: 'Silver' })
    await Promise.all(people.slice(0, 20).map((as, at) => enter(giveaway, as, { slots: [at + 1] })))
    const typed = { title: 'Gone Kit', reason: 'The prize was lost at sea.' }
    expect((await act(giveaway.id, 'cancel', { ...typed, title: 'gone' })).json.code).toBe('title_needed')
    const remove = (slot: number) =>
      asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/${slot}`, { reason: 'A test' }, 'DELETE')
    const [, cancelled] = await Promise.all([
      Promise.all(people.slice(20).map(as => enter(giveaway, as, { pick: 2 }))),
      Promise.all(Array.from({ length: 5 }, () => act(giveaway.id, 'cancel', typed))),
      Promise.all([1, 2, 3].map(remove)),
    ])
    expect(cancelled.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(cancelled.filter(({ json }) => json.code === 'giveaway_cancelled')).toHaveLength(4)
    for (const as of people) expect((await shop.call('/api/credits', { as })).json.silverCredits).toBe(2)
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({
      entriesCount: 0,
      drawDate: null,
      closing: { reason: 'cancelled', note: typed.reason },
    })
    await shop.settleJobs()
    const emails = (await shop.outbox(people[9]!.email)).filter(({ subject }) => subject === 'Cancelled: Gone Kit')
    expect(emails).toHaveLength(1)
    expect(emails[0]!.text).toContain('Your Silver credit is back in your account.')
    expect((await act(giveaway.id, 'private-entries', { name: 'Ada', email: 'a@example.com' })).json.code).toBe(
      'giveaway_cancelled',
    )
    expect(await tendDraws(shop.system)).toEqual({ processed: 0, winnersSelected: 0 })
  })

  it('a giveaway with entries is deleted only when its credits are returned', async () => {
    const user = await shop.addUser({ credits: { Gold: 3 } })
    const giveaway = await addGiveaway({ title: 'Wrong Kit', tier: 'Gold' })
    await enter(giveaway, user, { pick: 3 })
    const remove = (json?: object) => asAdmin(`/api/giveaways/${giveaway.id}`, json, 'DELETE')
    const stake = { entries: 3, byMail: 0, credits: 3, people: 1 }
    expect((await asAdmin(`/api/admin/giveaways/${giveaway.id}/stake`)).json).toEqual(stake)
    expect((await remove()).json).toMatchObject({ code: 'giveaway_has_entries', ...stake })
    const whole = { title: 'Wrong Kit', reason: 'It was never ours to give.', returnCredits: true }
    expect((await remove({ ...whole, title: 'Kit' })).json.code).toBe('title_needed')
    const results = await Promise.all(Array.from({ length: 6 }, () => remove(whole)))
    expect(results.filter(({ json }) => json.success)).toHaveLength(1)
    expect(results.filter(({ status }) => status === 404)).toHaveLength(5)
    expect((await shop.call('/api/credits', { as: user })).json.goldCredits).toBe(3)
    expect((await shop.call('/api/my/entries', { as: user })).json.entries).toEqual([])
    expect((await recordsOf(giveaway.id))[0]).toMatchObject({ action: 'deleted', after: { creditsReturned: 3 } })
  })
})

describe('relisting', () => {
  it('relists once what sold nothing or was cancelled, and nothing else [B-13.19]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    const [unsold, sold] = [await addGiveaway({ title: 'Unsold Kit' }), await addGiveaway()]
    await enter(sold, user, { pick: 1 })
    const dates = { startDate: inDays(3), endDate: inDays(9) }
    expect((await act(unsold.id, 'relist', dates)).json.code).toBe('not_relistable')
    await Promise.all([unsold, sold].map(giveaway => endedDaysAgo(giveaway, 1)))
    expect((await act(sold.id, 'relist', dates)).json.code).toBe('not_relistable')
    const results = await Promise.all(Array.from({ length: 8 }, () => act(unsold.id, 'relist', dates)))
    const [up] = results.filter(({ status }) => status === 200)
    expect(results.filter(({ json }) => json.code === 'already_relisted')).toHaveLength(7)
    expect(up!.json).toMatchObject({ title: 'Unsold Kit', state: 'upcoming', earlyAccessDate: inDays(1) })
    expect(up!.json.commitment).not.toBe(unsold.commitment)
    expect((await shop.call(`/api/giveaways/${unsold.id}`)).json.closing.goesOnAt).toBe(up!.json.slug)
  })
})

describe('the list of staff', () => {
  it('the list is filtered by state and title, counted, and paged [B-13.2]', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(n => addGiveaway({ title: `Paged 100% ${n}`, startDate: inDays(n * 5) })),
    )
    const list = async (query: string) => (await asAdmin(`/api/admin/giveaways?${query}`)).json
    const first = await list('q=100%25&limit=2')
    const second = await list(`q=100%25&limit=2&cursor=${first.nextCursor}`)
    const titles = [...first.giveaways, ...second.giveaways].map((one: { title: string }) => one.title)
    expect(titles.toSorted()).toEqual(made.map(({ title }) => title))
    expect(second.nextCursor).toBe(null)
    expect((await asAdmin('/api/admin/giveaways?cursor=nonsense')).status).toBe(400)
    const { counts } = (await asAdmin('/api/admin/giveaways/counts')).json
    for (const [state, count] of Object.entries(counts)) {
      const { giveaways } = await list(`status=${state}&limit=100`)
      expect([state, giveaways.length]).toEqual([state, count])
      const states = state === 'open' ? ['open', 'sold-out'] : [state]
      for (const one of giveaways) expect(states).toContain(one.state)
    }
    expect(counts.upcoming).toBeGreaterThanOrEqual(3)
  })

  it('staff with the right read the list, and those with the right to change change it', async () => {
    const [support, manager] = [await shop.addUser({ role: 'support' }), await shop.addUser({ role: 'manager' })]
    const { id } = await addGiveaway()
    expect((await shop.call(`/api/admin/giveaways/${id}/debug`, { as: support })).status).toBe(200)
    const close = { json: { reason: 'x' } }
    expect((await shop.call(`/api/admin/giveaways/${id}/close`, { as: support, ...close })).json.code).toBe(
      'Unauthorized',
    )
    const draw = { json: { giveawayId: id } }
    const drawn = await shop.call('/api/admin/select-automatic-winner', { as: manager, ...draw })
    expect(drawn.json.code).toBe('Unauthorized')
    expect(await refused()).toContain('giveaways.draw')
  })
})

/** Refused rights, from the audit log. */
const refused = async () => {
  const { rows } = await sql<{ after: { right: string } }>`
    select after from audit_log where action = 'was refused'`.execute(shop.services.db)
  return rows.map(({ after }) => after.right)
}

it('once the list is sealed, title, description and value stay what the entrants saw [B-34.17]', async () => {
  const giveaway = await addGiveaway({ title: 'Sealed Kit', value: 2500, description: 'A kit.' })
  await enter(giveaway, giving.admin, { pick: 1 })
  await enter(giveaway, await shop.addUser({ credits: { Bronze: 1 } }), { pick: 1 })
  expect((await change(giveaway.id, { value: 2400, rulesReason: 'A new price' })).status).toBe(200)
  await giving.drawnNow(giveaway)
  for (const prize of [{ title: 'A used sock' }, { description: 'A sock.' }, { value: 10 }])
    expect((await change(giveaway.id, prize)).json.code, Object.keys(prize)[0]).toBe('prize_fixed')
  const after = (await asAdmin(`/api/admin/giveaways/${giveaway.id}`)).json
  expect(after).toMatchObject({ title: 'Sealed Kit', description: 'A kit.', value: 2400 })
  // An answer sent back and what is shown beside the prize.
  expect((await change(giveaway.id, after)).status).toBe(200)
  expect((await change(giveaway.id, { category: 'Kits' })).json.category).toBe('Kits')
})
