import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { transact } from '#kernel/transaction.server.ts'
import { holdStock } from '../commands/stock.server.ts'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })

const post = (json: unknown) => shop.call('/api/products', { as: admin, json })
const patch = (id: string, json: unknown) => shop.call(`/api/products/${id}`, { as: admin, json, method: 'PATCH' })
const show = async (id: string) => (await shop.call(`/api/products/${id}`)).json
const inAdminList = async (id: string) =>
  (await shop.call('/api/admin/products?limit=100', { as: admin })).json.products.find(
    (product: { id: string }) => product.id === id,
  )

describe('a new product', () => {
  it('a new product needs only a name and a price, and gets the defaults [B-12.46] [B-12.111] [B-12.126] [B-12.159] [B-12.218]', async () => {
    const { status, json } = await post({ name: 'Dry Bag', price: 19.99 })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      slug: 'dry-bag',
      tier: 'Bronze',
      category: 'Bronze',
      price: 19.99,
      salesPrice: null,
      entries: 0,
      interval: 'month',
      displayOrder: null,
      image: '/logo-plate.svg',
      images: [],
      inStock: true,
      rating: 0,
      reviews: 0,
    })
    expect((await post({ name: 'Dry Bag', price: 25 })).json.slug).toBe('dry-bag-2')
  })

  it('a new product has one of four tiers and no other [B-1.3] [B-9.4]', async () => {
    for (const tier of ['Bronze', 'Silver', 'Gold', 'Platinum']) {
      const { status, json } = await post({ name: `Tiered ${tier}`, price: 10, tier })
      expect([status, json.tier]).toEqual([200, tier])
    }
    for (const tier of ['Tin', 'bronze', 'Diamond', ''])
      expect((await post({ name: 'X', price: 10, tier })).status).toBe(400)
  })

  it('a new product is refused with a message beside each field [B-1.3]', async () => {
    const { status, json } = await post({
      price: -1,
      salesPrice: 1.999,
      tier: 'Tin',
      entries: 1.5,
      mpf: 1,
      variants: [
        { sku: 'A', options: { size: 'L' }, stock: 1 },
        { sku: 'B', options: { size: 'L' }, stock: 1 },
      ],
    })
    expect(status).toBe(400)
    expect(json.errors).toEqual({
      name: ['Name is required'],
      price: ['Price cannot be negative'],
      salesPrice: ['Sale price can have at most two decimals'],
      tier: ['Tier must be Bronze, Silver, Gold or Platinum'],
      entries: ['Entries must be a whole number'],
      variants: ['Two variants have the same options'],
      mpf: ['This field is not known.'],
    })
  })

  it('a sale price must be below the price [B-12.44] [B-12.109]', async () => {
    const problem = { salesPrice: ['The sale price must be below the regular price.'] }
    expect((await post({ name: 'Tarp', price: 40, salesPrice: 40 })).json.errors).toEqual(problem)
    const { json } = await post({ name: 'Tarp', price: 40, salesPrice: 30 })
    expect((await patch(json.id, { price: 30 })).json.errors).toEqual(problem)
    expect((await patch(json.id, { price: 30, salesPrice: null })).json).toMatchObject({ price: 30, salesPrice: null })
  })

  it('a new product is refused by name when its address, SKU or display order is taken, or a picture is foreign [B-3.4]', async () => {
    const taken = { name: 'Poncho', price: 40, slug: 'poncho', displayOrder: 7, variants: [{ sku: 'PON', stock: 1 }] }
    expect((await post(taken)).status).toBe(200)
    const other = { name: 'Other', price: 40 }
    expect((await post({ ...other, slug: 'poncho' })).json).toMatchObject({ status: 409, code: 'slug_taken' })
    expect((await post({ ...other, displayOrder: 7 })).json).toMatchObject({
      code: 'display_order_taken',
      errors: { displayOrder: ['Display order 7 is taken by another product.'] },
    })
    expect((await post({ ...other, variants: taken.variants })).json).toMatchObject({ status: 409, code: 'sku_taken' })
    expect((await post({ ...other, images: ['s3:products/stranger'] })).json.errors).toHaveProperty('images')
    expect((await post({ ...other, images: ['s3:secrets/key'] })).json.errors).toHaveProperty(['images.0'])
  })

  it('only staff create products [B-12.190]', async () => {
    const user = await shop.addUser()
    const json = { name: 'Mine', price: 1 }
    expect((await shop.call('/api/products', { json })).status).toBe(401)
    expect((await shop.call('/api/products', { json, as: user })).json).toMatchObject({
      status: 403,
      code: 'Unauthorized',
      detail: 'Admin access required',
    })
    expect((await shop.call('/api/admin/products', { as: user })).status).toBe(403)
  })
})

describe('a change', () => {
  it('a change shows at once in cached answers', async () => {
    const { json } = await post({ name: 'Kept Canteen', price: 30 })
    const listed = async () =>
      (await shop.call('/api/products?q=kept')).json.products.map((product: { price: number }) => product.price)
    expect([await listed(), await listed(), (await show(json.id)).price]).toEqual([[30], [30], 30])
    await patch(json.id, { price: 28 })
    expect([await listed(), (await show(json.id)).price]).toEqual([[28], 28])
    await shop.call(`/api/products/${json.id}`, { as: admin, method: 'DELETE' })
    expect(await listed()).toEqual([])
    expect(await show(json.id)).toMatchObject({ status: 404, detail: 'Product not found' })
    expect((await patch(json.id, { price: 1 })).status).toBe(404)
  })

  it('a change keeps omitted fields [B-12.159]', async () => {
    const made = (await post({ name: 'Lamp', price: 10, features: ['Bright'], specifications: { Weight: '1 lb' } }))
      .json
    expect((await patch(made.id, { entries: 3 })).json).toEqual({ ...made, entries: 3 })
  })

  it('a stock change does not undo sales since the form was opened', async () => {
    const { json } = await post({ name: 'Rope', price: 10, variants: [{ sku: 'ROPE', stock: 20 }] })
    const [variant] = (await inAdminList(json.id)).variants
    expect(variant).toMatchObject({ stockOnHand: 20, held: 0 })
    await shop.services.db
      .updateTable('product_variant')
      .set({ stock_on_hand: 17 })
      .where('id', '=', variant.id)
      .execute()
    const edited = { id: variant.id, sku: 'ROPE', options: {}, stock: 25, stockSeen: 20 }
    await patch(json.id, { variants: [edited] })
    expect((await inAdminList(json.id)).variants[0].stockOnHand).toBe(22)
    await transact(shop.system, tx => holdStock(tx, [{ variantId: variant.id, quantity: 10 }]))
    const refused = await patch(json.id, { variants: [{ ...edited, stock: 5, stockSeen: null }] })
    expect(refused.json).toMatchObject({ status: 409, code: 'stock_held' })
  })

  it('an omitted variant is removed, and never one of another product [B-13.26]', async () => {
    const sizes = ['S', 'M'].map(size => ({ sku: `VEST-${size}`, options: { size }, stock: 4 }))
    const vest = (await post({ name: 'Vest', price: 90, variants: sizes })).json
    const [small] = vest.variants
    const left = (await patch(vest.id, { variants: [{ ...sizes[0], id: small.id }] })).json
    expect(left.variants).toMatchObject([{ id: small.id, options: { size: 'S' }, stock: 4 }])
    const other = (await post({ name: 'Other Vest', price: 90 })).json
    const stolen = await patch(other.id, { variants: [{ ...sizes[0], id: small.id }] })
    expect(stolen.json.errors.variants).toEqual(['One of these variants belongs to another product.'])
  })

  it('staff can stop a sale whatever the stock is', async () => {
    const { json } = await post({ name: 'Recalled Stove', price: 60, stock: 50 })
    expect((await patch(json.id, { inStock: false })).json).toMatchObject({ inStock: false })
  })

  it('finds the first 8 free display orders [B-12.221] [B-13.29]', async () => {
    const { json } = await shop.call('/api/admin/products', { as: admin })
    expect(json.freeDisplayOrders).toEqual([1, 2, 3, 4, 5, 6, 8, 9])
  })

  it('products without a display order follow the others in a random order that stays [B-12.45]', async () => {
    const unordered = Array.from({ length: 12 }, (_, n) => `Unordered ${String(n).padStart(2, '0')}`)
    for (const name of unordered) await post({ name, price: 5 })
    await post({ name: 'Ordered', price: 5, displayOrder: 900 })
    const listed = async (): Promise<string[]> => {
      const { products } = (await shop.call('/api/products?limit=100')).json
      return products.map((product: { name: string }) => product.name)
    }
    const names = await listed()
    const found = names.filter(name => unordered.includes(name))
    expect(found).toHaveLength(12)
    expect(Math.min(...found.map(name => names.indexOf(name)))).toBeGreaterThan(names.indexOf('Ordered'))
    expect(found).not.toEqual(unordered)
    expect(found).not.toEqual(unordered.toReversed())
    await post({ name: 'One More', price: 5 })
    expect((await listed()).filter(name => unordered.includes(name))).toEqual(found)
  })
})
