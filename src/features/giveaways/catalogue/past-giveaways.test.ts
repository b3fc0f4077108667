import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import type { Giveaway } from '../giveaway/contract.ts'
import { hiddenFrom } from '../giveaway/rules.ts'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, admin, inDays, addGiveaway, endedDaysAgo } = giving

const read = async (query: string, as?: TestUser) =>
  (await shop.call(`/api/giveaways?${query}`, as ? { as } : {})).json as {
    giveaways: Giveaway[]
    nextCursor: string | null
  }

describe('past giveaways', () => {
  it('past giveaways are paged, latest first, without repetition or gap, also when one more ends [B-2.87]', async () => {
    const ended = []
    for (let days = 1; days <= 7; days++) {
      const giveaway = await addGiveaway({
        title: `Ended ${days}`,
        subscriptionVisibilityOnly: days === 2 || days === 3,
      })
      await endedDaysAgo(giveaway, days)
      ended.push(giveaway.title)
    }
    const newest = await addGiveaway({ title: 'Ended now' })
    const titles: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await read(`past=true&limit=2${cursor && `&cursor=${cursor}`}`)
      // Every page but the last is full, although a guest does not see members-only giveaways.
      expect(page.giveaways).toHaveLength(page.nextCursor ? 2 : 1)
      titles.push(...page.giveaways.map(({ title }) => title))
      cursor = page.nextCursor
      await endedDaysAgo(newest, 0)
      shop.responseCache.clear()
    }
    expect(titles).toEqual(ended.filter(title => !/[23]$/.test(title)))
    expect((await read('past=true')).giveaways.map(({ title }) => title)).toEqual(['Ended now', ...titles])
    expect((await shop.call('/api/giveaways?past=true&cursor=nonsense')).status).toBe(400)
  })

  it('a giveaway without entries has no date of a draw once that date is over', async () => {
    const giveaway = await addGiveaway({ title: 'Lonely Kit' })
    const drawDate = async () => (await shop.call(`/api/giveaways/${giveaway.id}`, { as: admin })).json.drawDate
    await endedDaysAgo(giveaway, 1)
    expect(await drawDate()).toEqual(expect.any(String))
    await endedDaysAgo(giveaway, 9)
    expect(await drawDate()).toBeNull()
  })

  it('running giveaways are in one answer', async () => {
    await addGiveaway()
    expect((await read('limit=1')).nextCursor).toBeNull()
    expect((await shop.call('/api/giveaways?limit=0')).status).toBe(400)
  })
})

it('the list shows exactly the giveaways whose page a caller sees [B-4.23] [B-4.24]', async () => {
  const [user, member] = [await shop.addUser(), await shop.addUser({ subscriber: true })]
  const viewers = [undefined, user, member, admin]
  const made: Giveaway[] = []
  for (const subscriptionVisibilityOnly of [false, true])
    for (const startDate of [inDays(-1), inDays(1), inDays(4)])
      for (const isOver of [false, true]) {
        const giveaway = await addGiveaway({ startDate, subscriptionVisibilityOnly, endDate: inDays(9) })
        if (isOver) {
          const closed = { closed_at: shop.clock.now(), closed_reason: 'closed_early' }
          await shop.services.db.updateTable('giveaway').set(closed).where('id', '=', giveaway.id).execute()
        }
        made.push(giveaway)
      }
  shop.responseCache.clear()
  for (const as of viewers) {
    const listed = [...(await read('', as)).giveaways, ...(await read('past=true', as)).giveaways].map(({ id }) => id)
    for (const { id, startDate, earlyAccessDate, subscriptionVisibilityOnly } of made) {
      const terms = {
        startsAt: new Date(startDate),
        earlyAccessAt: new Date(earlyAccessDate),
        subscriptionVisibilityOnly,
      }
      const viewer = as ? { isAdmin: as === admin, isSubscriber: as === member } : null
      expect(listed.includes(id)).toBe(hiddenFrom(viewer, terms, shop.clock.now()) === null)
    }
  }
})

it('a members-only giveaway is hidden from guests and other users until its draw; result, list and slots are public then [B-4.24] [B-4.51]', async () => {
  const [user, member] = [await shop.addUser(), await shop.addUser({ subscriber: true, credits: { Bronze: 2 } })]
  const { id, slug, title } = await addGiveaway({ title: 'Members Box', subscriptionVisibilityOnly: true })
  expect((await giving.enter({ id }, member, { slots: [3, 8] })).status).toBe(200)
  const statusesFor = (as?: TestUser) =>
    Promise.all(
      [slug, `${id}/slots`, `${id}/draw`].map(
        async path => (await shop.call(`/api/giveaways/${path}`, as ? { as } : {})).status,
      ),
    )
  const isListedFor = async (as?: TestUser) => (await read('past=true', as)).giveaways.some(one => one.id === id)
  expect(await Promise.all([undefined, user, member].map(statusesFor))).toEqual([
    [404, 404, 404],
    [404, 404, 404],
    [200, 200, 200],
  ])
  await giving.drawnNow({ id, title })
  for (const as of [undefined, user, member]) {
    expect(await statusesFor(as)).toEqual([200, 200, 200])
    expect(await isListedFor(as)).toBe(true)
  }
  expect(await giving.frozenNumbers({ id })).toEqual([3, 8])
  expect((await giving.slotsOf({ id })).taken).toEqual([3, 8])
  expect((await giving.enter({ id }, user, { slots: [9] })).json.code).toBe('giveaway_ended')
})
