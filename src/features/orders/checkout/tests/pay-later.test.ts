import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { shoppingIn } from '../../testing/shopping.ts'

const shop = await testShop({ connections: 4 })
const shopping = shoppingIn(shop)
const buyer = await shop.addUser()

const payPage = (id: string, as: TestUser) => shop.call(`/api/orders/${id}/pay`, { as, method: 'POST' })

async function place() {
  const { item } = await shopping.addProduct()
  const { json } = await shopping.checkout(buyer, [item])
  return json as { id: string; url: string; orderId: string }
}

it('an open order leads back to its payment page, and is paid there once', async () => {
  const { url, orderId } = await place()
  const answers = await Promise.all(Array.from({ length: 5 }, () => payPage(orderId, buyer)))
  for (const { status, json } of answers) expect({ status, json }).toEqual({ status: 200, json: { url } })
  expect((await shop.call('/api/my/orders', { as: buyer })).json.orders).toHaveLength(1)

  const back = await shopping.pay(answers[0]!.json.url)
  await shopping.verify(buyer, back.searchParams.get('session_id')!)
  expect(await shopping.orderRow(orderId)).toMatchObject({ status: 'paid' })
  expect((await payPage(orderId, buyer)).json).toMatchObject({ status: 409, code: 'order_closed' })
})

it('a closed or expired order, and another user’s order, cannot be paid', async () => {
  const open = await place()
  const stranger = await shop.addUser()
  expect((await payPage(open.orderId, stranger)).status).toBe(403)
  expect((await payPage('zeppelin', buyer)).json).toMatchObject({ status: 404, code: 'order_not_found' })
  await shop.call(`/api/orders/${open.orderId}/cancel`, { as: buyer, method: 'POST' })
  expect((await payPage(open.orderId, buyer)).json).toMatchObject({ status: 409, code: 'order_closed' })

  const late = await place()
  const { expires_at } = await shopping.orderRow(late.orderId)
  shop.clock.set(expires_at)
  expect((await payPage(late.orderId, buyer)).json).toMatchObject({ status: 409, code: 'order_closed' })
})

it('an own order whose process died before its page opened does not hold the last piece against the next checkout', async () => {
  const { item } = await shopping.addProduct({ stock: [1] })
  const interrupted = (await shopping.checkout(buyer, [item])).json
  await shop.services.db
    .updateTable('customer_order')
    .set({ session_id: null })
    .where('id', '=', interrupted.orderId)
    .execute()
  await shop.services.pool.query(`delete from stripe_sandbox.object where id = $1`, [interrupted.id])
  await shop.services.pool.query(`delete from stripe_sandbox.idempotency_key where key = $1`, [interrupted.orderId])
  // Too late for a page that closes when the order does.
  shop.clock.advance(5 * 60_000)
  const { status, json } = await shopping.checkout(buyer, [item])
  expect({ status, code: json.code }).toEqual({ status: 200, code: undefined })
  expect(await shopping.orderRow(interrupted.orderId)).toMatchObject({ status: 'cancelled' })
})
