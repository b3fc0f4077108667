import { expect, it } from 'vitest'
import { seedDemoStore } from '#features/catalog/testing/demo-store.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import type { Suggestions } from './contract.ts'

const giving = await openGivingShop()
const { system } = giving.shop
await seedDemoStore(system)

const suggest = async (q: string): Promise<Suggestions> =>
  (await giving.shop.call(`/api/search?q=${encodeURIComponent(q)}`)).json

it('suggests up to six products as the store lists them, with the number of all [B-2.99]', async () => {
  const { products, total, isAlike } = await suggest('pouch')
  const list = (await giving.shop.call('/api/products?q=pouch&limit=6')).json
  expect(products.map(({ name }) => name)).toEqual(list.products.map(({ name }: { name: string }) => name))
  expect([products.length, total, isAlike]).toEqual([6, list.total, false])
  expect(total).toBeGreaterThan(6)
  const [hoodie] = (await suggest('hoodie')).products
  expect(hoodie).toMatchObject({ slug: 'star-fort-hoodie', tier: 'Silver', price: 78, entries: 2, color: null })
  expect(hoodie!.picture!.src).toMatch(/^\/files\/products\//)
})

it('shows the color that the words name [B-2.102]', async () => {
  const [inCoyote] = (await suggest('coyote hoodie')).products
  const [plain] = (await suggest('hoodie')).products
  expect(inCoyote).toMatchObject({ name: 'Star-Fort Hoodie', color: 'Coyote' })
  expect(inCoyote!.picture!.src).not.toBe(plain!.picture!.src)
})

it('says when products are only the closest, and finds nothing for nonsense [B-2.103]', async () => {
  expect(await suggest('hodie')).toMatchObject({ isAlike: true, products: [{ name: 'Star-Fort Hoodie' }] })
  expect(await suggest('zeppelin')).toEqual({ products: [], total: 0, isAlike: false, giveaways: [] })
})

it('suggests running giveaways by words of the title, and none that is over, hidden or a draft [B-2.99]', async () => {
  const running = await giving.addGiveaway({ title: '100%_Cooler & Tent' })
  const over = await giving.addGiveaway({ title: 'Cooler of last week' })
  await giving.endedDaysAgo(over, 1)
  await giving.addGiveaway({ title: 'Cooler of next week', startDate: giving.inDays(7) })
  await giving.addGiveaway({ title: 'Cooler for members', subscriptionVisibilityOnly: true })
  const titles = async (q: string) => (await suggest(q)).giveaways.map(({ title }) => title)
  expect(await titles('tent COOL')).toEqual([running.title])
  expect(await titles('cooler')).toEqual([running.title])
  expect((await suggest('cooler tent')).giveaways).toEqual([
    { slug: running.slug, title: running.title, tier: running.tier, picture: null },
  ])
})

it('refuses a single letter, and is cached with the tags of both lists [B-2.100]', async () => {
  const refused = await giving.shop.call('/api/search?q=h')
  expect([refused.status, refused.json.code]).toEqual([400, 'invalid_input'])
  const unprintable = await giving.shop.call('/api/search?q=a%00b')
  expect(unprintable.json.errors).toEqual({ q: ['This has the wrong format.'] })
  const found = await giving.shop.call('/api/search?q=headlamp')
  expect(found.headers.get('cache-tag')).toContain('products')
})
