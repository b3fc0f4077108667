import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { Product } from '../products/contract.ts'
import { seedDemoStore } from '../testing/demo-store.ts'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })
await seedDemoStore(shop.system)

const read = async (id: string) => (await shop.call(`/api/products/${id}`)).json as Product
const patch = (id: string, json: object) => shop.call(`/api/products/${id}`, { as: admin, method: 'PATCH', json })
const staffs = async (id: string) => {
  const { version: _, updatedAt: __, ...rest } = (await shop.call(`/api/admin/products/${id}`, { as: admin })).json
  return rest
}

it('every product that GET answers can be sent back by PATCH, and nothing changes [B-7.43]', async () => {
  const { products } = (await shop.call('/api/products')).json as { products: Product[] }
  expect(products.length).toBeGreaterThan(20)
  for (const { id } of products) {
    const [shown, before] = [await read(id), await staffs(id)]
    const answer = await patch(id, shown)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json).toEqual({ ...shown, isDraft: false })
    expect(await staffs(id)).toEqual(before)
  }
})

it('a product sent back with one change changes that field, and a sale in between stays [B-7.43]', async () => {
  const { json } = await shop.call('/api/products', { as: admin, json: { name: 'Rope', price: 20, stock: 8 } })
  const shown = await read(json.id)
  expect(shown).toMatchObject({ inStock: true, image: '/logo-plate.svg', variants: [{ stock: 8, inStock: true }] })
  await shop.services.db
    .updateTable('product_variant')
    .set({ stock_on_hand: 5 })
    .where('product_id', '=', json.id)
    .execute()
  expect((await patch(json.id, { ...shown, price: 25 })).json).toMatchObject({ price: 25 })
  expect(await staffs(json.id)).toMatchObject({ price: 25, forSale: true, variants: [{ stockOnHand: 5 }] })
  await patch(json.id, { ...shown, inStock: false })
  expect(await staffs(json.id)).toMatchObject({ forSale: false })
})

it('a product that is out of stock and sent back stays for sale [B-7.43]', async () => {
  const { json } = await shop.call('/api/products', { as: admin, json: { name: 'Tarp', price: 20, stock: 0 } })
  const shown = await read(json.id)
  expect(shown.inStock).toBe(false)
  await patch(json.id, shown)
  expect(await staffs(json.id)).toMatchObject({ forSale: true })
})

it('a new product takes the derived fields and an empty image, and ignores them [B-7.43]', async () => {
  const derived = { rating: 4.5, reviews: 12, image: '', images: [] }
  const { json } = await shop.call('/api/products', { as: admin, json: { name: 'Peg', price: 2, ...derived } })
  expect(json).toMatchObject({ rating: 0, reviews: 0, image: '/logo-plate.svg', images: [] })
  const refused = await shop.call('/api/products', { as: admin, json: { name: 'Peg', price: 2, image: 'none' } })
  expect(refused.json.errors).toHaveProperty('image')
})
