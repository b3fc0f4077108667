import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createShop } from '#app/services/services.server.ts'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { zoneData } from '#kernel/values/clock/zone-data.server.ts'
import { US_ZONES } from '#kernel/values/clock/zone-names.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/values/durations.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { daysAfter, shopDayOf, startOfShopDay } from '#kernel/values/shop-day.ts'

const shop = await testShop({ connections: 10 })
let owner: TestUser
const { db } = shop.services

const patch = (place: object, more: object = {}) =>
  shop.call('/api/admin/settings', { as: owner, method: 'PATCH', json: { settings: { place }, ...more } })
const read = async () => (await shop.call('/api/admin/settings', { as: owner })).json
const zones = async () =>
  (
    await sql<{ zone: string; since: string }>`
    select zone, coalesce(to_char(nullif(since, '-infinity') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), 'ever') as since
    from shop_zone order by shop_zone.since`.execute(db)
  ).rows.map(({ zone, since }) => [zone, since])
const dayInSql = async (at: Date) =>
  (await sql<{ day: string }>`select shop_day(${at}) as day`.execute(db)).rows[0]!.day

const START = '2026-11-30T18:00:00Z'

/** Sets the clock; the owner signs in, because sessions end. */
async function setClock(at: Date | string) {
  shop.clock.set(at)
  owner = await shop.addUser({ admin: true })
}

beforeEach(async () => {
  await setClock(START)
  await sql`delete from shop_zone where since <> '-infinity'`.execute(db)
  await sql`update shop_settings set chosen = chosen - 'place', version = version + 1`.execute(db)
  await shop.changeSettings({ mailInHours: 168 })
})

describe('the place of the shop', () => {
  it('is public, and begins with the zone and the state of shops so far [B-13.113]', async () => {
    expect((await shop.call('/api/settings')).json.place).toEqual({ timeZone: 'America/Denver', lawState: 'UT' })
    expect(await zones()).toEqual([['America/Denver', 'ever']])
  })

  it('changes with the version, and its history says from what to what [B-13.113]', async () => {
    const { version } = await read()
    const changed = await patch({ timeZone: 'America/New_York', lawState: 'NY' }, { version })
    expect(changed.status, changed.text).toBe(200)
    expect((await shop.call('/api/settings')).json.place).toEqual({ timeZone: 'America/New_York', lawState: 'NY' })
    const [record] = (await shop.call('/api/admin/records?type=settings&id=shop&limit=1', { as: owner })).json.records
    expect(record).toMatchObject({
      before: { 'place.timeZone': 'America/Denver', 'place.lawState': 'UT' },
      after: { 'place.timeZone': 'America/New_York', 'place.lawState': 'NY' },
    })
    expect((await patch({ lawState: 'TX' }, { version })).json.code).toBe('version_conflict')
  })

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'place.timeZone', 'This time zone is not known'],
    [{ timeZone: '+05:00' }, 'place.timeZone', 'This time zone is not known'],
    [{ timeZone: '' }, 'place.timeZone', 'This time zone is not known'],
    [{ timeZone: "x'; select 1" }, 'place.timeZone', 'This time zone is not known'],
    [{ timeZone: 7 }, 'place.timeZone', 'This must be text'],
    [{ timeZone: 'SystemV/PST8' }, 'place.timeZone', 'time zone'],
    [{ lawState: 'PR' }, 'place.lawState', 'Please name a state by its two letters'],
    [{ lawState: 'Utopia' }, 'place.lawState', 'Please name a state by its two letters'],
  ])('%o is refused with a sentence, and nothing changes [B-13.113]', async (place, field, sentence) => {
    const refused = await patch(place)
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_input'])
    expect(refused.json.errors[`settings.${field}`].join(' ')).toContain(sentence)
    expect(await zones()).toEqual([['America/Denver', 'ever']])
    expect((await read()).settings.place).toEqual({ timeZone: 'America/Denver', lawState: 'UT' })
  })

  it('takes each zone of the list, which PostgreSQL knows too', async () => {
    for (const timeZone of Object.keys(US_ZONES)) expect((await patch({ timeZone })).status, timeZone).toBe(200)
    expect((await patch({ timeZone: 'Europe/Berlin' })).status).toBe(200)
  })
})

describe('a change of the zone', () => {
  it('holds from the later midnight of both zones, for JavaScript and SQL alike [B-13.114]', async () => {
    const before = new Date('2026-12-01T06:30:00Z')
    const [day, words] = [shopDayOf(before), formatMoment(before)]
    await patch({ timeZone: 'America/New_York' })
    expect(await zones()).toEqual([
      ['America/Denver', 'ever'],
      ['America/New_York', '2026-12-01T07:00Z'],
    ])
    expect([shopDayOf(before), formatMoment(before), await dayInSql(before)]).toEqual([day, words, day])
    const after = new Date('2026-12-02T05:30:00Z')
    expect([shopDayOf(after), await dayInSql(after)]).toEqual(['2026-12-02', '2026-12-02'])
    expect(formatMoment(after)).toBe('Dec 2, 2026, 12:30 AM EST')
  })

  it('is said to staff before it is saved and until it holds [B-13.114]', async () => {
    const json = { settings: { place: { timeZone: 'America/New_York' } } }
    const { follows } = (await shop.call('/api/admin/settings/preview', { as: owner, json })).json
    expect(follows.join(' ')).toContain(
      'Days and official times of the shop are Eastern time from Dec 1, 2026, 2:00 AM EST on.',
    )
    await patch({ timeZone: 'America/New_York' })
    expect((await read()).notes.join(' ')).toContain(
      'are Mountain time until Dec 1, 2026, 2:00 AM EST, and Eastern time from then on.',
    )
    await setClock('2026-12-01T07:00:00Z')
    expect((await read()).notes).toEqual([])
  })

  it('is replaced while it does not hold, is not moved by other settings, and can be taken back [B-13.114]', async () => {
    await patch({ timeZone: 'America/New_York' })
    await patch({ timeZone: 'America/Los_Angeles' })
    expect((await zones()).at(-1)).toEqual(['America/Los_Angeles', '2026-12-01T08:00Z'])
    await setClock('2026-12-01T07:50:00Z')
    await shop.changeSettings({ minimumAge: 22 })
    expect((await zones()).at(-1)).toEqual(['America/Los_Angeles', '2026-12-01T08:00Z'])
    await patch({ timeZone: 'America/Denver' })
    expect(await zones()).toEqual([['America/Denver', 'ever']])
    await patch({ timeZone: 'America/Los_Angeles' })
    // Within the last minute a change is known to every process and stays.
    const midnight = new Date('2026-12-02T07:00:00Z')
    await setClock(new Date(+midnight - MINUTE_MS / 2))
    await patch({ timeZone: 'America/Denver' })
    expect(await zones()).toEqual([
      ['America/Denver', 'ever'],
      ['America/Los_Angeles', '2026-12-02T07:00Z'],
      ['America/Denver', '2026-12-03T07:00Z'],
    ])
  })

  it('by many at once is one schedule in which each zone follows another [B-13.114]', async () => {
    const names = ['America/New_York', 'America/Chicago', 'Pacific/Honolulu', 'America/Denver', 'Europe/Berlin']
    await Promise.all([...names, ...names].map(timeZone => patch({ timeZone })))
    const stored = await zones()
    expect(stored.length).toBeLessThanOrEqual(2)
    expect(stored.at(-1)![0]).toBe((await read()).settings.place.timeZone)
  })

  it('between clocks a day apart is refused with a sentence', async () => {
    await patch({ timeZone: 'Pacific/Kiritimati' })
    await setClock(new Date(+shop.clock.now() + 3 * DAY_MS))
    const refused = await patch({ timeZone: 'Pacific/Pago_Pago' })
    expect(refused.json.errors['settings.place.timeZone'].join(' ')).toContain('a day or more apart')
  })

  it.each([
    ['across a month’s end, eastwards', '2026-11-30T18:00:00Z', 'America/New_York'],
    ['across a month’s end, westwards', '2026-11-30T18:00:00Z', 'Pacific/Honolulu'],
    ['in the night of the short day, eastwards', '2026-03-07T20:00:00Z', 'America/New_York'],
    ['in the night of the long day, westwards', '2026-10-31T20:00:00Z', 'America/Los_Angeles'],
    ['to clocks of other nights', '2026-03-28T20:00:00Z', 'Europe/Berlin'],
    ['across the date line', '2026-12-31T20:00:00Z', 'Pacific/Auckland'],
  ])('%s lets no day come back, in SQL and in JavaScript [B-13.114]', async (_, at, timeZone) => {
    await setClock(at)
    expect((await patch({ timeZone })).status).toBe(200)
    const { rows } = await sql<{ at: Date; day: string }>`
      select at, shop_day(at) as day
      from generate_series(${new Date(at)}::timestamptz - interval '2 days', ${new Date(at)}::timestamptz + interval '5 days', interval '15 minutes') at
      order by at`.execute(db)
    let last = rows[0]!.day
    for (const row of rows) {
      expect(shopDayOf(row.at), row.at.toISOString()).toBe(row.day)
      if (row.day !== last) {
        expect(row.day).toBe(daysAfter(last, 1))
        expect(+startOfShopDay(row.day)).toBeLessThanOrEqual(+row.at)
        expect(+row.at - +startOfShopDay(row.day)).toBeLessThan(HOUR_MS)
        last = row.day
      }
    }
  })

  it('is known to another process of the shop within seconds, also when the last release changed the settings', async () => {
    const other = createShop(shop.env, {
      ...{ databaseUrl: shop.database.url, origin: 'http://shop.test', now: shop.clock.now, log: shop.services.log },
      ...{ cron: false, startJobs: false, fetch: async () => new Response(null, { status: 503 }) },
    })
    afterAll(() => other.stop())
    await other.start()
    await patch({ timeZone: 'America/Chicago' })
    const known = () => other.zones().map(({ zone }) => zone)
    await expect.poll(known).toEqual(['America/Denver', 'America/Chicago'])
    // Its signal names no zones.
    const { version } = await read()
    const chosen = { place: { timeZone: 'America/Chicago', lawState: 'IL' } }
    await sql`update shop_settings set version = ${version + 1}, chosen = ${JSON.stringify(chosen)}`.execute(db)
    shop.services.signals.publish('settings', { version: version + 1, chosen })
    await expect.poll(() => other.services.settings.place.lawState).toBe('IL')
    expect(known()).toEqual(['America/Denver', 'America/Chicago'])
    expect(other.zones()[1]).toMatchObject(zoneData('America/Chicago'))
  })
})
