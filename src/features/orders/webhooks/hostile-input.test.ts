import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { Keyset } from '#kernel/api/keyset.server.ts'
import { SORTS } from '../history/admin/queries/staff-orders.server.ts'
import { NEWEST } from '../order/stored-order.server.ts'
import { shoppingIn } from '../testing/shopping.ts'

const shop = await testShop()
const shopping = shoppingIn(shop)

const cursor = (text: string) => Buffer.from(text).toString('base64url')
const NO_ID = '-'.repeat(36)

it('a cart beyond the largest payment is refused, and holds nothing [B-10.56]', async () => {
  const as = await shop.addUser()
  const goods = await Promise.all([1, 2, 3].map(() => shopping.addProduct({ priceCents: 10_000_000, stock: [99] })))
  const items = goods.map(({ item }) => ({ ...item, quantity: 99 }))
  // 3 × 99 × $100,000 in cents overflows a database integer. One line alone exceeds the provider's limit.
  for (const some of [items, items.slice(0, 1)]) {
    expect((await shopping.checkout(as, some)).json).toMatchObject({ status: 409, code: 'total_too_large' })
  }
  const admin = await shop.addUser({ admin: true })
  const json = { code: 'GRATIS', discount: { kind: 'percent', amount: 100 } }
  expect((await shop.call('/api/admin/codes', { as: admin, json })).status).toBe(200)
  expect((await shopping.checkout(as, items, { code: json.code })).json).toMatchObject({ code: 'total_too_large' })
  expect(await shopping.stockOf(goods[0]!.variantId)).toEqual({ stock_on_hand: 99, held: 0 })
  // Tax of 0.0825 and the 5% fee on top of $800,000.00.
  const most = await shopping.checkout(as, [{ ...items[0], quantity: 8 }])
  expect(most.status).toBe(200)
})

it('a total of $999,999.99 is accepted, and one cent more refused [B-10.56]', async () => {
  const as = await shop.addUser()
  // With the fee of $44,151.00 and the tax of $72,847.61.
  const [most, more] = await Promise.all(
    [88_300_138, 88_300_139].map(priceCents => shopping.addProduct({ priceCents })),
  )
  const taken = await shopping.checkout(as, [most!.item])
  expect((await shopping.orderRow(taken.json.orderId)).total_cents).toBe(99_999_999)
  expect((await shopping.checkout(as, [more!.item])).json).toMatchObject({ status: 409, code: 'total_too_large' })
})

it('an unknown cursor is refused, whatever its content', async () => {
  const as = await shop.addUser({ admin: true })
  const id = crypto.randomUUID()
  const times = [`9999-99-99T99:99:99.999Z`, `0000-01-01T00:00:00.000Z`, `2026-02-31T00:00:00.000Z`]
  const places = [...times.map(time => [time, id]), ['2026-01-01T00:00:00.000Z', NO_ID], ['2026-01-01T00:00:00.000Z']]
  const after = (order: Keyset, place: unknown[]) => order.cursorAfter({ sortKey: JSON.stringify(place) })
  const forged: [string, string[]][] = [
    ['/api/my/orders?', places.map(place => after(NEWEST, place))],
    ['/api/my/purchases?', places.map(place => after(NEWEST, place))],
    ['/api/admin/orders?', places.map(place => after(NEWEST, place))],
    [
      '/api/admin/orders?sort=highest&',
      [[99, NO_ID], [9999999999, id], ['99', id], ...places].map(place => after(SORTS.highest, place)),
    ],
    ['/api/admin/discrepancies?', places.map(place => cursor(JSON.stringify(place)))],
    ['/api/products?', [`1 ${NO_ID}`, `1.2.3 ${id}`, '[null]', '{}'].map(cursor)],
  ]
  for (const [list, cursors] of forged) {
    for (const place of cursors) {
      const { json } = await shop.call(`${list}cursor=${place}`, { as })
      expect(json, `${list} ${place}`).toMatchObject({ status: 400, code: 'invalid_input' })
    }
  }
})

it('a text with U+0000, which the database cannot store, is an error of the caller', async () => {
  const as = await shop.addUser({ admin: true })
  const { item } = await shopping.addProduct()
  const { json: order } = await shopping.checkout(as, [item])
  const bodies: [string, object][] = [
    ['/api/payments/quote', { items: [item], code: 'SAVE\u0000' }],
    ['/api/codes/validate', { code: 'SAVE\u0000' }],
    [`/api/admin/orders/${order.orderId}/notes`, { note: 'Called\u0000' }],
    ['/api/admin/codes', { code: 'SAVE', discount: { kind: 'flat', amount: 1 }, note: '\u0000' }],
  ]
  for (const [path, json] of bodies) {
    expect((await shop.call(path, { as, json })).json, path).toMatchObject({ status: 400, code: 'invalid_input' })
  }
  const lists = ['/api/admin/orders?q=%00', '/api/products?q=%00', '/api/admin/codes?search=%00']
  for (const path of [...lists, '/api/admin/orders/export?q=%00', '/api/admin/products/export?q=a%00']) {
    expect((await shop.call(path, { as })).json, path).toMatchObject({ status: 400, code: 'invalid_input' })
  }
})

it('a day in the year 0, which the database does not know, is invalid', async () => {
  const as = await shop.addUser({ admin: true })
  for (const path of ['orders?', 'revenue/report?', 'revenue/balance?to=2026-03-02&']) {
    const { status } = await shop.call(`/api/admin/${path}from=0000-01-01`, { as })
    expect(status, path).toBe(400)
  }
})
