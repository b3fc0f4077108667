import { afterEach, describe, expect, it } from 'vitest'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway, enter, endedDaysAgo } = giving
afterEach(giving.expectAudited)

describe('managing', () => {
  it('only staff manage giveaways [B-2.14] [B-6.5] [B-6.6] [B-12.125]', async () => {
    // The name `admin` grants no rights.
    const user = await shop.addUser({ name: 'admin', email: 'admin@example.com' })
    const { id } = await addGiveaway()
    const calls = [
      ['POST', '/api/giveaways'],
      ['PATCH', `/api/giveaways/${id}`],
      ['DELETE', `/api/giveaways/${id}`],
      ['GET', `/api/giveaways/${id}/entries`],
      ['POST', `/api/giveaways/${id}/winner`],
      ['GET', '/api/admin/giveaways'],
      ['GET', '/api/admin/giveaways/counts'],
      ['GET', `/api/admin/giveaways/${id}`],
      ['GET', `/api/admin/giveaways/${id}/debug`],
      ['GET', `/api/admin/giveaways/${id}/stake`],
      ['POST', `/api/admin/giveaways/${id}/duplicate`],
      ['POST', `/api/admin/giveaways/${id}/relist`],
      ['POST', `/api/admin/giveaways/${id}/close`],
      ['POST', `/api/admin/giveaways/${id}/cancel`],
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

  it('a new giveaway gets the defaults, and early access moves with the start [B-9.6] [B-12.50] [B-12.81] [B-12.126] [B-12.158] [B-12.217] [B-13.17]', async () => {
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
    const { json: shortest } = await asAdmin('/api/giveaways', { title: 'Kit', description: 'Goods.' })
    expect(shortest).toMatchObject({ startDate: shop.clock.now().toISOString(), status: 'active', state: 'open' })
    expect((await addGiveaway({ title: 'Unique Kit' })).slug).toMatch(/^unique-kit-[0-9a-f]{12}$/)
  })

  it('ten concurrent giveaways of one title get different addresses', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => addGiveaway({ title: 'Ruck at once' })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(10)
  })

  it.each([
    [{ title: ' ' }, 'title', 'Please fill in all required fields'],
    [{ description: undefined }, 'description', 'Please fill in all required fields'],
    [{ entryLimit: 0 }, 'entryLimit', 'The entry limit is 1 or more.'],
    [{ entryLimit: 51 }, 'entryLimit', 'The entry limit is 50 or less.'],
    [{ totalSlots: 0 }, 'totalSlots', 'At least 1 slot.'],
    [{ startDate: '0000-01-01T00:00:00Z' }, 'startDate', 'Enter a date of 1900 or later.'],
    [{ value: 1.5 }, 'value', 'Enter whole dollars.'],
    [{ value: -1 }, 'value', 'Enter whole dollars, 0 or more.'],
    [{ image: 's3:users/secret' }, 'image', 'Upload the image first.'],
    [{ seed: '00' }, 'seed', 'This field is not known.'],
  ])('refuses %j [B-9.8] [B-12.80] [B-12.81] [B-12.84]', async (change, field, sentence) => {
    const json = { title: 'T', description: 'D', startDate: inDays(1), ...change }
    const { status, json: problem } = await asAdmin('/api/giveaways', json)
    expect([status, problem.errors[field]]).toEqual([400, [sentence]])
  })

  it.each([1, 50])('a giveaway has an own entry limit of %i [B-9.8]', async entryLimit => {
    expect(await addGiveaway({ entryLimit })).toMatchObject({ entryLimit, ownEntryLimit: entryLimit })
  })

  it.each([
    ['Silver', 5],
    ['Gold', 10],
    ['Platinum', 10],
  ] as const)('a user has at most the entries of the tier %s: %i [B-9.8]', async (tier, limit) => {
    const user = await shop.addUser({ credits: { [tier]: 20 } })
    const giveaway = await addGiveaway({ tier })
    expect((await enter(giveaway, user, { pick: limit })).json.entries).toHaveLength(limit)
    expect((await enter(giveaway, user, { pick: 1 })).json).toMatchObject({
      code: 'entry_limit',
      detail: `Maximum ${limit} slots per entry (you have ${limit} existing entries)`,
    })
  })

  it('an edit keeps the terms that entrants rely on', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [40] })
    const path = `/api/giveaways/${giveaway.id}`
    expect((await asAdmin(path, { tier: 'Gold' }, 'PATCH')).json.code).toBe('tier_fixed')
    for (const totalSlots of [39, 41])
      expect((await asAdmin(path, { totalSlots }, 'PATCH')).json.code).toBe('terms_fixed')
    expect((await asAdmin(path, { totalSlots: giveaway.totalSlots }, 'PATCH')).status).toBe(200)
    expect((await asAdmin(path, undefined, 'DELETE')).json.code).toBe('giveaway_has_entries')
    await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, { name: 'Ada', email: 'ada@example.com' })
    await endedDaysAgo(giveaway, 1)
    expect((await asAdmin(path, { endDate: inDays(3) }, 'PATCH')).json.code).toBe('giveaway_closed')
    expect((await asAdmin(path, { description: 'Told better.' }, 'PATCH')).status).toBe(200)
  })

  it('a giveaway without entries can be deleted, and is gone only for guests who saw it [B-2.109] [B-12.158]', async () => {
    for (const [terms, gone] of [
      [{}, true],
      [{ subscriptionVisibilityOnly: true }, false],
      [{ startDate: inDays(3) }, false],
    ] as const) {
      const { id } = await addGiveaway(terms)
      expect((await asAdmin(`/api/giveaways/${id}`, undefined, 'DELETE')).json).toEqual({ success: true })
      const { json } = await shop.call(`/api/giveaways/${id}`)
      expect([json.status, json.gone === true]).toEqual([404, gone])
      expect((await asAdmin(`/api/giveaways/${id}`, undefined, 'DELETE')).status).toBe(404)
    }
  })

  it('removing an entry returns its credit and frees its slot, once [B-12.152] [B-12.209]', async () => {
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
