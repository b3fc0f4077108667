import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { listDeskGiveaways } from '#features/free-entry/desk/queries/desk-giveaways.server.ts'
import { openFreeEntries } from '#features/free-entry/testing/free-entries.ts'
import { closeEnded } from '#features/giveaways/lifecycle/commands/close-ended.server.ts'
import { publishAllRules } from '#features/giveaways/lifecycle/commands/publish-rules.server.ts'
import { issueMonthlyBenefits } from '#features/membership/benefits/commands/monthly-benefit.server.ts'
import { rollUpRevenue } from '#features/revenue/commands/roll-up.server.ts'
import { listOpenDays } from '#features/revenue/queries/days.server.ts'
import { booksOf, line } from '#features/revenue/testing/books.ts'
import { DAY_MS, HOUR_MS } from '#kernel/values/durations.ts'
import { shopDayOf, startOfShopDay } from '#kernel/values/shop-day.ts'
import { publishTexts } from '../services/settings-ports.server.ts'

const { shop, follow, tokenTo, ask } = await openFreeEntries()
const { db } = shop.services
let owner: TestUser

/** Sets the clock; the owner signs in, because sessions end. */
async function setClock(at: Date | string | number) {
  shop.clock.set(new Date(at))
  owner = await shop.addUser({ admin: true })
}
async function addGiveaway(input: object) {
  const start = new Date(+shop.clock.now() - HOUR_MS).toISOString()
  const json = { description: 'Eight goods in one box.', startDate: start, ...input }
  const made = await shop.call('/api/giveaways', { as: owner, json })
  expect(made.status, made.text).toBe(200)
  return made.json
}
const get = async (path: string) => (await shop.call(path, { as: owner })).json
const changeZone = async (timeZone: string) => {
  const changed = await shop.call('/api/admin/settings', {
    ...{ as: owner, method: 'PATCH', json: { settings: { place: { timeZone } } } },
  })
  expect(changed.status, changed.text).toBe(200)
  await publishTexts(shop.system)
}
/** When the zone that was chosen last begins to hold. */
const changeAt = async () => {
  const { rows } = await sql<{ since: Date }>`select max(since) as since from shop_zone`.execute(db)
  return +rows[0]!.since
}

/** From where the shop is, at a moment of a day that its clocks treat alike, and where it goes to. */
const CHANGES = [
  ['at a month’s end, eastwards', '2026-11-30T18:00:00Z', 'America/Denver', 'America/New_York'],
  ['at a month’s end, westwards', '2026-11-30T18:00:00Z', 'America/New_York', 'Pacific/Honolulu'],
  ['into the short day, eastwards', '2026-03-07T20:00:00Z', 'America/Los_Angeles', 'America/Chicago'],
  ['into the long day, westwards', '2026-10-31T20:00:00Z', 'America/New_York', 'America/Denver'],
  ['late in the evening at a year’s end', '2026-12-31T23:30:00-07:00', 'America/Denver', 'America/New_York'],
] as const

describe.each(CHANGES)('a change of the zone %s', (_, at, from, to) => {
  beforeEach(async () => {
    await sql`delete from shop_zone where since <> '-infinity'`.execute(db)
    await sql`update shop_zone set zone = ${from}`.execute(db)
    await sql`update shop_settings set version = version + 1, chosen = chosen || ${JSON.stringify({ place: { timeZone: from, lawState: 'NV' } })}::jsonb`.execute(
      db,
    )
    await setClock(at)
    await shop.changeSettings({ freeEntry: { everyDays: 1 } })
  })

  it('moves no moment of a giveaway in public and keeps its rules [B-13.115]', async () => {
    const now = +new Date(at)
    const iso = (ms: number) => new Date(ms).toISOString()
    const midnight = +startOfShopDay(shopDayOf(new Date(now + 3 * DAY_MS)))
    // The mail-in window ends half an hour around a midnight of one of the zones.
    const ends = [-1.5, -0.5, 0, 0.5, 2.5].map(hours => iso(midnight + hours * HOUR_MS))
    const made = await Promise.all(
      ends.map((endDate, n) => addGiveaway({ title: `Kit ${n}`, value: 3000, startDate: iso(now - HOUR_MS), endDate })),
    )
    const published = async () =>
      Promise.all(
        made.map(async ({ id }) => {
          const { drawDate, timeZone, startDate, endDate } = await get(`/api/giveaways/${id}`)
          const { version, hash } = await get(`/api/giveaways/${id}/rules`)
          const { freezesAt, round } = await get(`/api/giveaways/${id}/draw`)
          const window = (await listDeskGiveaways(shop.system)).find(giveaway => giveaway.id === id)!.window
          const duties = (await get(`/api/admin/giveaways/${id}/obligations`)).obligations.map(
            ({ duty, dueOn }: { duty: string; dueOn: string }) => [duty, dueOn],
          )
          return { drawDate, timeZone, startDate, endDate, version, hash, freezesAt, round, window, duties }
        }),
      )
    const before = await published()
    expect(before.map(({ timeZone }) => timeZone)).toEqual(ends.map(() => from))
    await changeZone(to)
    expect(await published()).toEqual(before)
    await setClock((await changeAt()) + HOUR_MS)
    await publishAllRules(shop.system)
    expect(await published()).toEqual(before)
    await setClock(midnight + DAY_MS)
    await closeEnded(shop.system)
    expect((await published()).map(({ freezesAt, window }) => [freezesAt, window])).toEqual(
      before.map(({ freezesAt, window }) => [freezesAt, window]),
    )
    const later = await addGiveaway({ title: 'Later' })
    expect(later.timeZone).toBe(to)
  })

  it('gives one free entry a day, and the next day one more [B-13.115]', async () => {
    const giveaway = await addGiveaway({ title: 'Every day', totalSlots: 100, entryLimit: 50 })
    const email = `daily-${to.toLowerCase().replace(/\W/g, '-')}-${Date.parse(at)}@example.com`
    const person = { email, name: `Daily ${email}` }
    await changeZone(to)
    const days: string[] = []
    const refused: string[] = []
    const first = +new Date(at)
    for (let now = first; now < first + 3 * DAY_MS; now += 2 * HOUR_MS) {
      shop.clock.set(new Date(now))
      const asked = await ask(giveaway, person)
      const entered = asked.status === 200 ? await follow(await tokenTo(email)) : asked
      const day = shopDayOf(new Date(now))
      if (entered.status === 200) days.push(day)
      else refused.push(`${entered.json.code} ${day}`)
    }
    expect(days).toEqual([...new Set(days)].toSorted())
    const passed = new Set([...days, ...refused.map(text => text.split(' ')[1]!)])
    expect(days).toEqual([...passed].toSorted())
    expect(new Set(refused.map(text => text.split(' ')[0]))).toEqual(new Set(['free_entry_used']))
  })

  it('counts each payment on one day, rolls no day again, and issues a month’s benefit once [B-13.115]', async () => {
    const books = booksOf(shop, owner.userId)
    const member = await shop.addUser({ subscriber: true })
    const first = +new Date(at) - 2 * DAY_MS
    const last = first + 6 * DAY_MS
    let paid = 0
    for (let now = first; now < last; now += 3 * HOUR_MS) {
      await books.order({ at: new Date(now), lines: [line(100)] })
      paid += 1
    }
    await issueMonthlyBenefits(shop.system)
    await rollUpRevenue(shop.system)
    await changeZone(to)
    const rolled: number[] = []
    for (let now = +new Date(at); now < last + DAY_MS; now += 6 * HOUR_MS) {
      shop.clock.set(new Date(now))
      await issueMonthlyBenefits(shop.system)
      rolled.push((await rollUpRevenue(shop.system)).rolled)
      expect((await rollUpRevenue(shop.system)).rolled).toBe(0)
    }
    expect(Math.max(...rolled)).toBe(1)
    const { rows } = await sql<{ day: string; orders: number }>`
      select day, orders::int from revenue_day where dimension = 'day' and orders > 0 order by day`.execute(db)
    expect(rows.reduce((sum, { orders }) => sum + orders, 0)).toBe(paid)
    for (const { day, orders } of rows) {
      const counted = await sql<{ n: number }>`
        select count(*)::int as n from customer_order where shop_day(paid_at) = ${day}::date`.execute(db)
      expect(orders, day).toBe(counted.rows[0]!.n)
    }
    const reach = { from: rows[0]!.day, to: rows.at(-1)!.day }
    expect(await listOpenDays(shop.system, reach)).toEqual([])
    const { rows: benefits } = await sql<{ months: number; issued: number }>`
      select count(distinct source_id)::int as months, count(*)::int as issued from credit_transfer
      where user_id = ${member.userId}`.execute(db)
    expect(benefits[0]!.issued).toBe(benefits[0]!.months)
    await books.forgetAll()
  })
})
