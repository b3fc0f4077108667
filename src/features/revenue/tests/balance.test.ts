import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { reconcilePayments } from '#features/reconciliation/commands/reconcile-payments.server.ts'
import { booksOf, line } from '../testing/books.ts'

const shop = await testShop({ now: new Date('2026-03-04T13:00:00Z') })

/** Called by a user who has just signed in, because the clock moves further than a token's lifetime. */
const get = async (path: string) =>
  (await shop.call(`/api/admin/revenue${path}`, { as: await shop.addUser({ admin: true }) })).json

it('the balance is equal for ordinary purchases, and names the order of a difference [B-11.26]', async () => {
  expect(await get('/balance')).toMatchObject({ isEqual: true, orders: 0, payments: 0, causes: [] })
  const paying = payingIn(shop)
  const buyer = await shop.addUser()
  const { session } = await paying.paidCheckout(buyer)
  await paying.verify(buyer, session.id)
  await shop.settleJobs()
  shop.clock.advance(3600_000)
  await reconcilePayments(shop.system)
  const { total_cents } = await paying.orderRow(session.orderId)
  const total = total_cents / 100
  expect(await get('?period=week')).toMatchObject({ total_revenue: total, total_orders: 1, average_order_value: total })
  expect(await get('/balance?period=week')).toMatchObject({
    from: '2026-03-02',
    to: '2026-03-04',
    isEqual: true,
    orders: total,
    payments: total,
    difference: 0,
  })

  // Inserts an order into the books that no provider was paid for.
  const forged = await booksOf(shop, buyer.userId).order({ at: shop.clock.now(), lines: [line(1234)] })
  shop.clock.advance(24 * 3600_000)
  await reconcilePayments(shop.system)
  const json = await get('/balance?period=week')
  expect(json).toMatchObject({ isEqual: false, payments: total, difference: 12.34 })
  expect(json.causes).toMatchObject([{ kind: 'charge_missing', of: 'payments', amount: 12.34, orderId: forged.id }])
})

it('the balance is for staff only', async () => {
  expect((await shop.call('/api/admin/revenue/balance')).status).toBe(401)
  expect((await shop.call('/api/admin/revenue/balance', { as: await shop.addUser() })).status).toBe(403)
})
