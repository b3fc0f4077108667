import { describe, expect, it } from 'vitest'
import { openGivingShop } from '../testing/giving.ts'
import type { MyEntry } from './contract.ts'

const giving = await openGivingShop()
const { shop, admin, addGiveaway, enter, endedDaysAgo, drawnNow } = giving

const slotsOf = (entries: MyEntry[]) => entries.map(({ slotNumber }) => slotNumber)

describe('GET /my/entries', () => {
  it('GET /my/entries is paged, newest first, without repetition or gap [B-7.6]', async () => {
    const user = await shop.addUser({ credits: { Gold: 10 } })
    const giveaway = await addGiveaway({ tier: 'Gold' })
    for (const slot of [3, 1, 4, 15, 9]) {
      await enter(giveaway, user, { slots: [slot] })
      shop.clock.advance(1000)
    }
    const pages: MyEntry[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = `limit=2${cursor && `&cursor=${cursor}`}`
      const { json } = await shop.call(`/api/my/entries?${query}`, { as: user })
      expect(json.total).toBe(5)
      pages.push(json.entries)
      cursor = json.nextCursor
    }
    expect(pages.map(slotsOf)).toEqual([[9, 15], [4, 1], [3]])
    expect((await shop.call('/api/my/entries?cursor=nonsense', { as: user })).status).toBe(400)
    const all = (await shop.call('/api/my/entries', { as: user })).json
    expect(slotsOf(all.entries)).toEqual([9, 15, 4, 1, 3])
  })

  it('GET /my/entries separates past from running giveaways, and names the winning slot and the date of the draw', async () => {
    const user = await shop.addUser({ credits: { Gold: 3 } })
    const [open, ended, drawn] = [
      await addGiveaway({ tier: 'Gold' }),
      await addGiveaway({ tier: 'Gold' }),
      await addGiveaway({ tier: 'Gold', title: 'Drawn' }),
    ]
    for (const giveaway of [open, ended, drawn]) await enter(giveaway, user, { slots: [5] })
    await endedDaysAgo(ended, 1)
    await drawnNow(drawn)
    const of = async (query: string) => (await shop.call(`/api/my/entries${query}`, { as: user })).json
    const ids = (entries: MyEntry[]) => entries.map(({ giveawayId }) => giveawayId).sort()
    const running = await of('?past=false')
    expect([ids(running.entries), running.total]).toEqual([[open.id], 1])
    const past = await of('?past=true')
    expect([ids(past.entries), past.total]).toEqual([[ended.id, drawn.id].sort(), 2])
    expect(past.entries.find((entry: MyEntry) => entry.giveawayId === drawn.id)).toMatchObject({
      giveawayState: 'drawn',
      isWinner: true,
      winnerSlot: 5,
    })
    const giveaways = (await shop.call('/api/giveaways?past=true', { as: user })).json.giveaways
    for (const entry of past.entries as MyEntry[]) {
      const shown = giveaways.find(({ id }: { id: string }) => id === entry.giveawayId)
      expect(entry.giveawayDrawDate).toBe(shown.drawDate)
      expect(entry.giveawayDrawDate).not.toBeNull()
    }
    expect((await of('')).total).toBe(3)
  })

  it('GET /my/entries shows the user’s own entries only [B-7.6]', async () => {
    expect((await shop.call('/api/my/entries')).status).toBe(401)
    expect((await shop.call('/api/my/entries', { as: admin })).json).toEqual({
      entries: [],
      total: 0,
      nextCursor: null,
      receiptKey: expect.any(String),
    })
  })
})
