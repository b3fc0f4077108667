import { describe, expect, it } from 'vitest'
import { ORIGIN } from '#app/testing/shop.ts'
import { type Goods, shoppingIn } from '#features/orders/testing/shopping.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { openGivingShop } from '../../../testing/giving.ts'
import { loadList } from './giveaway-list-page.tsx'
import { loadPast } from './giveaway-lists.tsx'

const giving = await openGivingShop()
const { shop, addGiveaway, inDays, endedDaysAgo } = giving

const { addProduct } = shoppingIn(shop)
const fetch: Fetch = (input, init) => shop.web.apiFetch(new URL(String(input), ORIGIN), init)
const load = (search = '') => loadList(fetch, `${ORIGIN}/giveaways${search}`)

describe('products that boost entries', () => {
  it('lists up to 4 available products of the giveaway’s tier that earn credits [B-2.47]', async () => {
    expect((await load()).boost).toBeNull()
    await addGiveaway({ tier: 'Gold', endDate: inDays(3) })
    const add = async (goods: Goods) => (await addProduct(goods)).id
    // These three are left out: no credits, sold out, or another tier.
    await add({ tier: 'Gold', entries: 0 })
    await add({ tier: 'Gold', entries: 5, stock: [0] })
    await add({ tier: 'Silver', entries: 5 })
    const earning = [await add({ tier: 'Gold', entries: 1 }), await add({ tier: 'Gold', entries: 2 })]
    const boostNow = async () => {
      shop.responseCache.clear()
      return (await load()).boost!
    }
    const { tier, products } = await boostNow()
    expect(tier).toBe('Gold')
    expect(products.map(({ id }) => id).sort()).toEqual(earning.sort())
    for (const entries of [1, 2, 3]) await add({ tier: 'Gold', entries })
    expect((await boostNow()).products).toHaveLength(4)
    // As many as a page of the store, and newer.
    for (let count = 0; count < 12; count++) await add({ tier: 'Gold', entries: 5, stock: [0] })
    expect((await boostNow()).products).toHaveLength(4)
  })
})

describe('the tabs', () => {
  it('the tabs list running giveaways under one address and past ones under another [B-2.45]', async () => {
    const over = await addGiveaway({ title: 'Over' })
    await endedDaysAgo(over, 1)
    const titles = async (search: string) => {
      shop.responseCache.clear()
      const { tab, giveaways } = await load(search)
      return [tab, giveaways.map(({ title }) => title)]
    }
    expect(await titles('')).toEqual(['active', ['Field Kit']])
    expect(await titles('?tab=past')).toEqual(['past', ['Over']])
    expect((await load('?tab=past')).boost).toBeNull()
  })

  it('the past tab has 24 giveaways at first, and the page reads the next ones by their cursor [B-2.87]', async () => {
    for (let days = 2; days <= 26; days++) await endedDaysAgo(await addGiveaway({ title: `Past ${days}` }), days)
    shop.responseCache.clear()
    const first = await load('?tab=past')
    expect(first.giveaways.map(({ title }) => title)).toEqual([
      'Over',
      ...Array.from({ length: 23 }, (_, at) => `Past ${at + 2}`),
    ])
    const next = await loadPast({ cursor: first.nextCursor! }, fetch)
    expect(next.giveaways.map(({ title }) => title)).toEqual(['Past 25', 'Past 26'])
    expect(next.nextCursor).toBeNull()
    expect((await load('')).nextCursor).toBeNull()
  })
})
