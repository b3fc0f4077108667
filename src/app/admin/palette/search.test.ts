import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { addProduct } from '#features/orders/testing/shopping.ts'
import type { Found } from './contract.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true, name: 'Robin Gale' })
const packer = await shop.addUser({ role: 'fulfilment', name: 'Alex Quill' })
await shop.addUser({ name: 'Tumbleweed Marsh' })
await addProduct(shop.system.db, { name: 'Insulated Tumbler' })

const search = async (as: TestUser, q: string): Promise<Found[]> =>
  (await shop.call(`/api/admin/search?q=${encodeURIComponent(q)}`, { as })).json.found

it('finds items of each kind that the role may read, and nothing for a single letter [B-13.5]', async () => {
  expect((await search(owner, 'tumbl')).map(({ kind, title }) => [kind, title])).toEqual([
    ['person', 'Tumbleweed Marsh'],
    ['product', 'Insulated Tumbler'],
  ])
  expect((await search(packer, 'tumbl')).map(({ kind }) => kind)).toEqual(['product'])
  expect(await search(owner, 't')).toEqual([])
  expect((await search(owner, 'tu')).map(({ title }) => title)).toContain('Tumbleweed Marsh')
  expect(await search(owner, '100% _')).toEqual([])
})

it('finds a giveaway without an end, and tells the last day of one that ends [B-13.5]', async () => {
  const both = { description: 'For the palette.', tier: 'Gold', value: 100, startDate: '2026-03-01T12:00:00Z' }
  const add = (title: string, end: object) =>
    shop.call('/api/giveaways', { as: owner, json: { title, ...both, ...end } })
  expect((await add('Catamaran', {})).status).toBe(200)
  expect((await add('Cataract Pump', { endDate: '2026-04-02T18:00:00Z' })).status).toBe(200)
  expect((await search(owner, 'cata')).map(({ title, detail }) => [title, detail])).toEqual([
    ['Cataract Pump', 'Gold, until 2026-04-02'],
    ['Catamaran', 'Gold, without an end'],
  ])
})

it('refuses an invalid search, and callers who are not staff', async () => {
  expect((await shop.call('/api/admin/search?q=a%00b', { as: owner })).status).toBe(400)
  expect((await shop.call('/api/admin/search?q=ab', { as: await shop.addUser() })).status).toBe(403)
})
