import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type CartCursor, listAbandonedCarts } from '../queries.server.ts'

const shop = await testShop()

const read = (as: TestUser) => shop.call('/api/my/cart', { as })
const save = (as: TestUser, json: unknown) => shop.call('/api/my/cart', { as, method: 'PUT', json })
const things = (count: number, quantity = 1) => Array.from({ length: count }, () => ({ productId: newId(), quantity }))

describe('the saved cart', () => {
  it('the saved cart is empty at first, and then the last saved one', async () => {
    const user = await shop.addUser()
    expect((await read(user)).json).toEqual({ items: [], revision: 0, updatedAt: null })
    const items = [{ productId: newId(), variantId: newId(), quantity: 2 }, ...things(1)]
    const saved = await save(user, { items })
    expect(saved.json).toEqual({ items, revision: 1, updatedAt: shop.clock.now().toISOString() })
    expect((await read(user)).json).toEqual(saved.json)
    expect((await read(user)).headers.get('cache-control')).toContain('no-store')
  })

  it('only its owner reads a saved cart', async () => {
    const [one, other] = [await shop.addUser(), await shop.addUser()]
    await save(one, { items: things(1) })
    expect((await read(other)).json.items).toEqual([])
    expect((await shop.call('/api/my/cart')).status).toBe(401)
    expect((await shop.call('/api/my/cart', { method: 'PUT', json: { items: [] } })).status).toBe(401)
  })

  it.each([
    ['no items', {}, 'items'],
    ['an id that is none', { items: [{ productId: 'sticker', quantity: 1 }] }, 'items.0.productId'],
    ['a quantity of 0', { items: things(1, 0) }, 'items.0.quantity'],
    ['a quantity of 100', { items: things(1, 100) }, 'items.0.quantity'],
    ['a price', { items: [{ ...things(1)[0], price: 1 }] }, 'items.0.price'],
    ['51 different things', { items: things(51) }, 'items'],
    ['one thing twice', { items: Array(2).fill(things(1)[0]) }, 'items'],
  ])('refuses %s, and keeps the earlier cart', async (_, body, field) => {
    const user = await shop.addUser()
    const before = (await save(user, { items: things(1) })).json
    const refused = await save(user, body)
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, [field]])
    expect((await read(user)).json).toEqual(before)
  })

  it('a device that missed the last change overwrites nothing and gets the stored cart', async () => {
    const user = await shop.addUser()
    const phone = (await save(user, { items: things(1), revision: 0 })).json
    const desk = await save(user, { items: things(2), revision: 0 })
    expect([desk.status, desk.json.code, desk.json.cart]).toEqual([409, 'cart_changed', phone])
    expect((await save(user, { items: things(2), revision: phone.revision })).json.revision).toBe(2)
  })

  it('one of many concurrent saves of one revision is accepted', async () => {
    const user = await shop.addUser()
    const saves = await Promise.all(Array.from({ length: 20 }, () => save(user, { items: things(1), revision: 0 })))
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await read(user)).json.revision).toBe(1)
  })

  it('a saved cart holds at most the units left, and one of a sold-out thing [B-10.61]', async () => {
    const user = await shop.addUser()
    const shopping = shoppingIn(shop)
    const [few, gone, many] = await Promise.all([[3], [0], [null]].map(stock => shopping.addProduct({ stock })))
    const items = [few!, gone!, many!].map(({ id, variantId }) => ({ productId: id, variantId, quantity: 20 }))
    const held = items.map((item, at) => ({ ...item, quantity: [3, 1, 10][at]! }))
    const saved = await save(user, { items })
    expect([saved.status, saved.json.items]).toEqual([200, held])
    expect((await read(user)).json.items).toEqual(held)
  })

  it('the saved cart loses the paid lines even if the browser never returns, and keeps later ones [B-4.17]', async () => {
    const user = await shop.addUser()
    const shopping = shoppingIn(shop)
    const [sticker, tee] = [await shopping.addProduct(), await shopping.addProduct()]
    const items = [{ productId: sticker.id, quantity: 1 }]
    const started = await shopping.checkout(user, items)
    await save(user, {
      items: [
        { productId: sticker.id, quantity: 3 },
        { productId: tee.id, quantity: 1 },
      ],
    })
    await shopping.pay(started.json.url)
    await shop.settleJobs()
    await shop.call(`/api/payments/verify-session?session_id=${started.json.id}`, { as: user })
    expect((await read(user)).json).toMatchObject({
      items: [
        { productId: sticker.id, quantity: 2 },
        { productId: tee.id, quantity: 1 },
      ],
      revision: 2,
    })
  })
})

describe('abandoned carts', () => {
  it('abandoned carts are listed a page at a time, longest left first, without empty and recent ones', async () => {
    await shop.services.pool.query('delete from saved_cart')
    const left: string[] = []
    for (let n = 0; n < 5; n++) {
      const user = await shop.addUser()
      left.push(user.userId)
      await save(user, { items: things(1) })
      shop.clock.advance(1000)
    }
    await save(await shop.addUser(), { items: [] })
    const before = shop.clock.now()
    await save(await shop.addUser(), { items: things(1) })

    const found: string[] = []
    let after: CartCursor | null | undefined
    do {
      const page = await listAbandonedCarts(shop.system, { before, after: after ?? undefined, limit: 2 })
      found.push(...page.carts.map(cart => cart.userId))
      after = page.nextCursor
    } while (after)
    expect(found).toEqual(left)
  })
})
