import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { shoppingIn } from '../../testing/shopping.ts'
import { inTheWay } from '../commands/open-orders.server.ts'

const STOCK = 640

const shop = await testShop({ connections: 20 })
const shopping = shoppingIn(shop)

/** Held units of a variant, and units of its open orders. Both must be equal. */
async function heldOf(variantId: string): Promise<{ held: number; open: number }> {
  const { rows } = await shop.services.pool.query(
    `select v.held, (select coalesce(sum(l.quantity), 0) from order_line l join customer_order o on o.id = l.order_id
       where l.variant_id = v.id and o.status = 'pending') as open
     from product_variant v where v.id = $1`,
    [variantId],
  )
  return rows[0]
}

const openOf = async ({ userId }: TestUser): Promise<string[]> =>
  (
    await shop.services.pool.query<{ id: string }>(
      `select id from customer_order where user_id = $1 and status = 'pending' order by created_at, id`,
      [userId],
    )
  ).rows.map(({ id }) => id)

it('an account with many concurrent checkouts keeps three open orders and ten pieces [B-10.58]', async () => {
  const as = await shop.addUser()
  const wanted = await shopping.addProduct({ stock: [STOCK] })
  const besides = await Promise.all(Array.from({ length: 10 }, () => shopping.addProduct({ stock: [STOCK] })))
  const answers = await Promise.all(
    Array.from({ length: few(30, 100) }, (_, n) =>
      shopping.checkout(as, [
        { ...wanted.item, quantity: 1 + (n % 10) },
        { ...besides[n % 10]!.item, quantity: 1 + Math.floor(n / 10) },
      ]),
    ),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter(status => ![200, 409].includes(status))).toEqual([])
  expect((await openOf(as)).length).toBeLessThanOrEqual(3)
  expect((await heldOf(wanted.variantId)).held).toBeLessThanOrEqual(10)
  for (const { variantId } of [wanted, ...besides]) {
    const { held, open } = await heldOf(variantId)
    expect(held).toBe(open)
  }
})

it('the oldest of four pages closes, and the newest can be paid [B-10.58]', async () => {
  const as = await shop.addUser()
  const goods = await Promise.all(Array.from({ length: 4 }, () => shopping.addProduct({ stock: [5] })))
  const sessions: { id: string; url: string; orderId: string }[] = []
  for (const { item } of goods) sessions.push((await shopping.checkout(as, [item])).json)
  expect(await openOf(as)).toEqual(sessions.slice(1).map(({ orderId }) => orderId))
  await expect(shopping.pay(sessions[0]!.url)).rejects.toThrow('410')
  expect(await shopping.stockOf(goods[0]!.variantId)).toEqual({ stock_on_hand: 5, held: 0 })
  await shopping.pay(sessions[3]!.url)
  expect((await shopping.verify(as, sessions[3]!.id)).json.status).toBe('paid')
})

/** Orders of an account whose pages are still opening. @returns a function that opens the page of one. */
async function openingOrders(as: TestUser, count: number) {
  const { pool } = shop.services
  const sessions: { id: string; orderId: string }[] = []
  for (let n = 0; n < count; n++) {
    const { item } = await shopping.addProduct({ stock: [5] })
    const { json } = await shopping.checkout(await shop.addUser(), [item])
    sessions.push(json)
    await pool.query('update customer_order set user_id = $2, session_id = null where id = $1', [
      json.orderId,
      as.userId,
    ])
  }
  return ({ at }: { at: number }) =>
    pool.query('update customer_order set session_id = $2 where id = $1', [sessions[at]!.orderId, sessions[at]!.id])
}

it('a checkout waits for pages that open one after another, and ten seconds for one that does not [B-10.58]', async () => {
  const as = await shop.addUser()
  const openPage = await openingOrders(as, 5)
  const { item } = await shopping.addProduct({ stock: [5] })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const waiting = shopping.checkout(as, [item])
  for (const at of [0, 1, 2]) {
    await new Promise(done => setTimeout(done, 500))
    vi.setSystemTime(Date.now() + 6000)
    await openPage({ at })
    await expect.poll(async () => (await openOf(as)).length).toBeLessThanOrEqual(at === 2 ? 3 : 4 - at)
  }
  expect((await waiting).status).toBe(200)

  const other = await shopping.addProduct({ stock: [5] })
  const refused = shopping.checkout(as, [other.item])
  await new Promise(done => setTimeout(done, 500))
  vi.setSystemTime(Date.now() + 11_000)
  expect((await refused).json).toMatchObject({ status: 409, code: 'too_many_open' })
})

it('only a user who paid before holds more than ten pieces [B-10.58]', async () => {
  const as = await shop.addUser()
  const { item, variantId } = await shopping.addProduct({ stock: [STOCK] })
  const refused = await shopping.checkout(as, [{ ...item, quantity: 11 }])
  expect(refused.json).toMatchObject({
    status: 409,
    code: 'too_many_unpaid',
    detail: expect.stringMatching(/at most 10/),
    quote: { lines: [{ quantity: 10 }], notices: [{ code: 'first_order', left: 10 }] },
  })
  expect((await heldOf(variantId)).held).toBe(0)
  const { json: session } = await shopping.checkout(as, [item])
  await shopping.pay(session.url)
  await shopping.verify(as, session.id)
  expect((await shopping.checkout(as, [{ ...item, quantity: 40 }])).status).toBe(200)
  expect((await shopping.checkout(as, [{ ...item, quantity: 30 }])).status).toBe(200)
  expect((await heldOf(variantId)).held).toBe(30)
})

it('orders of new accounts are limited by network', async () => {
  const limited = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  const there = shoppingIn(limited)
  const { item } = await there.addProduct({ stock: [STOCK] })
  const buyers = await Promise.all(Array.from({ length: 32 }, () => limited.addUser()))
  const answers = await Promise.all(buyers.map(as => there.checkout(as, [item])))
  await limited.close()
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(30)
  expect(answers.some(({ json }) => json.code === 'LimitExceededException')).toBe(true)
})

describe('closing of older orders', () => {
  const order = (quantity: number, variantId = 'a') => ({ lines: [{ variantId, quantity }] }) as never
  it.each([
    ['none while there are few', [order(1), order(2, 'b')], 8, []],
    ['the oldest of three', [order(1), order(1), order(1)], 1, [0]],
    ['as many as hold the same thing', [order(6), order(6)], 6, [0, 1]],
    ['those of other things stay', [order(9, 'b'), order(9)], 9, [1]],
  ])('%s', (_, open, quantity, expected) => {
    const gone = inTheWay(open as never[], [{ variantId: 'a', quantity }])
    expect(gone.map(one => open.indexOf(one))).toEqual(expected)
  })
})
