import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { addProduct } from '#features/orders/testing/shopping.ts'
import type { Found } from './contract.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let owner: TestUser
let packer: TestUser

beforeAll(async () => {
  shop = await openTestShop()
  owner = await shop.addUser({ admin: true, name: 'Robin Gale' })
  packer = await shop.addUser({ role: 'fulfilment', name: 'Alex Quill' })
  await shop.addUser({ name: 'Tumbleweed Marsh' })
  await addProduct(shop.system.db, { name: 'Insulated Tumbler' })
})
afterAll(() => shop.close())

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

it('refuses an invalid search, and callers who are not staff', async () => {
  expect((await shop.call('/api/admin/search?q=a%00b', { as: owner })).status).toBe(400)
  expect((await shop.call('/api/admin/search?q=ab', { as: await shop.addUser() })).status).toBe(403)
})
