import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'

const START = '2026-11-30T18:00:00Z'
/** An hour of the first day that is another day in Denver. */
const NIGHT = new Date('2026-11-30T05:30:00Z')

async function openNewShop() {
  const shop = await newTestShop({ now: new Date(START) })
  const owner = await shop.addUser({ admin: true })
  return { ...shop, owner }
}
type NewShop = Awaited<ReturnType<typeof openNewShop>>

const patch = (shop: NewShop, timeZone: string) =>
  shop.call('/api/admin/settings', { as: shop.owner, method: 'PATCH', json: { settings: { place: { timeZone } } } })
const zones = async ({ services: { db } }: NewShop) =>
  (
    await sql<{ zone: string; isFirst: boolean }>`
      select zone, since = '-infinity' as "isFirst" from shop_zone order by shop_zone.since`.execute(db)
  ).rows.map(({ zone, isFirst }) => `${zone}${isFirst ? ' from ever' : ''}`)
const follows = async (shop: NewShop, timeZone: string, as: TestUser = shop.owner) => {
  const json = { settings: { place: { timeZone } } }
  return (await shop.call('/api/admin/settings/preview', { as, json })).json.follows.join(' ')
}

it('the zone of a new shop holds at once and for its earlier moments, in SQL and in JavaScript [B-13.114]', async () => {
  const shop = await openNewShop()
  expect([shopDayOf(NIGHT), formatMoment(NIGHT)]).toEqual(['2026-11-29', 'Nov 29, 2026, 10:30 PM MST'])
  expect(await follows(shop, 'America/New_York')).toContain(
    'Days and official times of the shop are Eastern time, from its first day on.',
  )
  expect((await patch(shop, 'America/New_York')).status).toBe(200)
  expect(await zones(shop)).toEqual(['America/New_York from ever'])
  const { rows } = await sql<{ day: string }>`select shop_day(${NIGHT}) as day`.execute(shop.services.db)
  expect([rows[0]!.day, shopDayOf(NIGHT), formatMoment(NIGHT)]).toEqual([
    '2026-11-30',
    '2026-11-30',
    'Nov 30, 2026, 12:30 AM EST',
  ])
  expect((await shop.call('/api/admin/settings', { as: shop.owner })).json.notes).toEqual([])

  // Clocks a day apart: no day has counted that could come back.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Chicago']) {
    expect((await patch(shop, zone)).status, zone).toBe(200)
    expect(await zones(shop)).toEqual([`${zone} from ever`])
  }
  expect((await patch(shop, 'Mars/Olympus')).status).toBe(400)

  await shop.call('/api/admin/open', { as: shop.owner, json: { word: 'OPEN' } })
  expect(await zones(shop)).toEqual(['America/Chicago from ever'])
  await patch(shop, 'America/New_York')
  expect(await zones(shop)).toEqual(['America/Chicago from ever', 'America/New_York'])
})

it('a giveaway that was published before the opening keeps its zone: another one waits for the midnight [B-13.114]', async () => {
  const shop = await openNewShop()
  const giveaway = { title: 'Field Kit', description: 'Eight goods in one box.', startDate: START }
  const made = await shop.call('/api/giveaways', { as: shop.owner, json: giveaway })
  expect(made.status, made.text).toBe(200)
  expect(await follows(shop, 'America/New_York')).toContain('Eastern time from Dec 1, 2026')
  await patch(shop, 'America/New_York')
  expect(await zones(shop)).toEqual(['America/Denver from ever', 'America/New_York'])
})

it('many changes of a new shop at once leave one zone, that of its settings [B-13.114]', async () => {
  const shop = await openNewShop()
  const names = ['America/New_York', 'America/Chicago', 'Pacific/Honolulu', 'America/Denver', 'Europe/Berlin']
  await Promise.all([...names, ...names].map(zone => patch(shop, zone)))
  const { settings } = (await shop.call('/api/admin/settings', { as: shop.owner })).json
  expect(await zones(shop)).toEqual([`${settings.place.timeZone} from ever`])
})
