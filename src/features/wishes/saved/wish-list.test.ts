import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { newId } from '#platform/values/ids.server.ts'
import { MAX_WISHES } from '../rules.ts'

const shop = await testShop({ connections: 24 })
const staffing = await staffingIn(shop)

const save = (as: TestUser, productId: string, json: object = {}) =>
  shop.call(`/api/my/wishlist/${productId}`, { as, method: 'PUT', json })
const remove = (as: TestUser, productId: string) => shop.call(`/api/my/wishlist/${productId}`, { as, method: 'DELETE' })
const listOf = async (as: TestUser, query = '') => (await shop.call(`/api/my/wishlist${query}`, { as })).json
const variantsOf = async (productId: string): Promise<string[]> =>
  (await shop.call(`/api/products/${productId}`)).json.variants.map(({ id }: { id: string }) => id)

/** Fills a list up to the limit without the API. */
async function fill(as: TestUser, count: number) {
  await shop.services.pool.query(
    `with p as (insert into product (id, slug, name, price_cents, category)
       select gen_random_uuid(), 'fill-' || $1 || '-' || n, 'Fill ' || n, 1000, 'Test' from generate_series(1, $2::int) n returning id)
     insert into wish (user_id, product_id, price_cents, created_at) select $1::uuid, id, 1000, $3 from p`,
    [as.userId, count, shop.clock.now()],
  )
}

describe('the wish list', () => {
  it('shows the current price, stock and credits, and the price when it was saved [B-21.1] [B-21.2]', async () => {
    const as = await shop.addUser()
    const product = await staffing.addProduct({ name: 'Range Bag', stock: [3, 0], entries: 2 })
    const [first, second] = await variantsOf(product.id)
    await save(as, product.id, { variantId: first })
    const cheaper = await shop.call(`/api/products/${product.id}`, {
      as: staffing.admin,
      method: 'PATCH',
      json: { salesPrice: 30 },
    })
    expect(cheaper.status, cheaper.text).toBe(200)
    const shown = { name: 'Range Bag', variantId: first, options: { size: '0' }, state: 'in_stock', left: 3 }
    expect((await listOf(as)).items).toMatchObject([
      { ...shown, savedPrice: 40, product: { price: 40, salesPrice: 30, entries: 2, tier: 'Silver' } },
    ])
    // Saving another variant changes the line in place.
    await save(as, product.id, { variantId: second })
    expect(await listOf(as)).toMatchObject({
      total: 1,
      items: [{ variantId: second, state: 'sold_out', savedPrice: 40 }],
    })
  })

  it('says that a saved product or variant is gone [B-21.3]', async () => {
    const as = await shop.addUser()
    const [gone, other] = [
      await staffing.addProduct({ name: 'Old Sling' }),
      await staffing.addProduct({ stock: [1, 1] }),
    ]
    const [, second] = await variantsOf(other.id)
    await save(as, gone.id)
    await save(as, other.id, { variantId: second })
    await shop.services.db
      .updateTable('product_variant')
      .set({ archived_at: shop.clock.now() })
      .where('id', '=', second!)
      .execute()
    await shop.call(`/api/products/${gone.id}`, { as: staffing.admin, method: 'DELETE' })
    const { items } = await listOf(as)
    expect(items.find((item: { productId: string }) => item.productId === gone.id)).toMatchObject({
      ...{ name: 'Old Sling', state: 'gone', product: null },
    })
    expect(items.find((item: { productId: string }) => item.productId === other.id)).toMatchObject({
      state: 'variant_gone',
    })
    expect((await save(as, gone.id)).json.code).toBe('not_in_store')
  })

  it('takes a product once and loses it once, however often and at the same time [B-21.4]', async () => {
    const as = await shop.addUser()
    const product = await staffing.addProduct()
    const saves = await Promise.all(Array.from({ length: 20 }, () => save(as, product.id)))
    expect(new Set(saves.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await listOf(as)).total).toBe(1)
    const removals = await Promise.all(Array.from({ length: 20 }, () => remove(as, product.id)))
    expect(removals.map(({ json }) => json.items.length)).toEqual(Array(20).fill(0))
    expect((await save(as, newId())).status).toBe(404)
    expect((await save(as, product.id, { variantId: newId() })).json.errors).toHaveProperty('variantId')
  })

  it('comes back with its price and place when a removal is undone [B-21.5]', async () => {
    const as = await shop.addUser()
    const [older, newer] = [await staffing.addProduct({ name: 'Older' }), await staffing.addProduct({ name: 'Newer' })]
    await save(as, older.id)
    shop.clock.advance(60_000)
    await save(as, newer.id)
    const { savedAt, savedPrice } = (await listOf(as)).items[1]
    await shop.services.db.updateTable('product').set({ price_cents: 2500 }).where('id', '=', older.id).execute()
    await remove(as, older.id)
    await save(as, older.id, { savedAt, savedPrice })
    expect((await listOf(as)).items).toMatchObject([{ name: 'Newer' }, { name: 'Older', savedAt, savedPrice: 40 }])
  })

  it('holds 200 products, also when many are saved at once, and pages by cursor [B-21.6]', async () => {
    const as = await shop.addUser()
    await fill(as, MAX_WISHES - 3)
    const products = await Promise.all(Array.from({ length: 8 }, () => staffing.addProduct()))
    const answers = await Promise.all(products.map(({ id }) => save(as, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.find(({ status }) => status !== 200)!.json.code).toBe('wish_list_full')
    const seen = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof listOf>> = await listOf(as, `?limit=90${cursor && `&cursor=${cursor}`}`)
      for (const { productId } of page.items) seen.add(productId)
      expect(page.total).toBe(MAX_WISHES)
      cursor = page.nextCursor
    }
    expect(seen.size).toBe(MAX_WISHES)
  })

  it('joins a guest’s list at the sign-in and keeps saved lines, up to the limit [B-21.7]', async () => {
    const as = await shop.addUser()
    const [saved, fresh] = [await staffing.addProduct(), await staffing.addProduct()]
    await save(as, saved.id)
    const before = new Date(+shop.clock.now() - 3_600_000).toISOString()
    const items = [
      { productId: saved.id, savedAt: before, savedPrice: 99 },
      { productId: fresh.id, savedAt: before, savedPrice: 99, variantId: newId() },
      { productId: newId() },
    ]
    const join = () => shop.call('/api/my/wishlist/join', { as, json: { items } })
    const answers = await Promise.all([join(), join(), join()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await listOf(as)).items).toMatchObject([
      { productId: saved.id, savedPrice: 40 },
      { productId: fresh.id, savedPrice: 99, savedAt: before, state: 'in_stock' },
    ])
  })

  it('is exported, moves in a merge, and goes with the account [B-21.8]', async () => {
    const [from, into] = [await shop.addUser(), await shop.addUser()]
    const [both, alone] = [await staffing.addProduct(), await staffing.addProduct()]
    await save(from, both.id, { savedPrice: 1 })
    await save(into, both.id)
    await save(from, alone.id)
    const { json } = await shop.call('/api/my/export', { as: from })
    expect(json.wishList).toHaveLength(2)
    const merged = await staffing.staff('users/merge', { from: from.userId, into: into.userId, reason: 'One person' })
    expect(merged.status, merged.text).toBe(200)
    const rows = await shop.services.db
      .selectFrom('wish')
      .select(['user_id', 'price_cents'])
      .where('product_id', 'in', [both.id, alone.id])
      .execute()
    expect(rows).toEqual(Array(2).fill({ user_id: into.userId, price_cents: 4000 }))
    await shop.settleJobs()
  })
})
