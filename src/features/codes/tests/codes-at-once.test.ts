import { whileSandboxAway } from '@redoubt/stripe-sandbox/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { findStoredOrder } from '#features/orders/order/stored-order.server.ts'
import { closeOrder } from '#features/orders/payment/commands/close-order.server.ts'
import { reconcileOrders } from '#features/orders/webhooks/commands/reconcile.server.ts'
import { openCodeShop } from '../testing/coupons.ts'

const MINUTE = 60_000

const codes = await openCodeShop({ connections: 40 })
afterEach(() => codes.audit())

type Session = { id: string; url: string; orderId: string }
type Item = { productId: string }

async function place(as: TestUser, item: Item, code: string): Promise<Session> {
  const { status, json } = await codes.checkout(as, [item], { code })
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}

/** Pays on the payment page and returns to the shop. */
async function payFor(as: TestUser, { url, id }: Session): Promise<string> {
  await codes.pay(url)
  return (await codes.verify(as, id)).json.status
}

/** Expires every unpaid payment page and runs the reconciler. */
async function lapse() {
  codes.shop.clock.advance(32 * MINUTE)
  await codes.shop.paymentProvider.sandbox!.runDue()
  await reconcileOrders(codes.shop.system, { all: true })
}

const useOf = async ({ id }: { id: string }) => {
  const { held, used, late, state } = await codes.couponOf(id)
  return { held, used, late, state }
}

describe('a code’s last use', () => {
  it('one of a crowd of concurrent shoppers gets the last use of a code and is charged once; the others read why not [B-11.34]', async () => {
    const { item, variantId } = await codes.addProduct({ stock: [1000] })
    const coupon = await codes.addCoupon({ totalLimit: 1 })
    const shoppers = await Promise.all(Array.from({ length: few(60, 500) }, () => codes.shop.addUser()))
    const answers = await Promise.all(
      shoppers.map(async as => {
        const answer = await codes.checkout(as, [item], { code: coupon.code })
        if (answer.status === 200) await codes.pay(answer.json.url)
        return { as, ...answer }
      }),
    )
    const won = answers.filter(answer => answer.status === 200)
    expect(won).toHaveLength(1)
    expect(new Set(answers.map(answer => answer.json.code))).toEqual(new Set([undefined, 'code_used_up']))
    expect(await useOf(coupon)).toEqual({ held: 1, used: 0, late: 0, state: 'used-up' })
    const [{ as, json }] = won as [(typeof won)[number]]
    const asked = await Promise.all(Array.from({ length: 10 }, () => codes.verify(as, json.id)))
    expect(new Set(asked.map(answer => answer.json.status))).toEqual(new Set(['paid']))
    expect(await useOf(coupon)).toEqual({ held: 0, used: 1, late: 0, state: 'used-up' })
    const { rows } = await codes.shop.services.pool.query(
      'select count(*) orders, count(paid_at) paid from customer_order where $1 = any(codes)',
      [coupon.code],
    )
    expect(rows).toEqual([{ orders: 1, paid: 1 }])
    // 40.00 − 10% = 36.00; fee 5% = 1.80 → 2.00; tax 8.25% = 2.97.
    expect(await codes.orderRow(json.orderId)).toMatchObject({ discount_cents: 400, total_cents: 4097 })
    expect(await codes.stockOf(variantId)).toEqual({ stock_on_hand: 999, held: 0 })
  })

  it('as many shoppers as uses get the code, and one of them the last stock unit', async () => {
    const { item, variantId } = await codes.addProduct({ stock: [2] })
    const coupon = await codes.addCoupon({ totalLimit: 5 })
    const shoppers = await Promise.all(Array.from({ length: 40 }, () => codes.shop.addUser()))
    const answers = await Promise.all(shoppers.map(as => codes.checkout(as, [item], { code: coupon.code })))
    const won = answers.filter(answer => answer.status === 200)
    expect(won).toHaveLength(2)
    // Orders that held a use but found no stock released the use.
    expect(await useOf(coupon)).toMatchObject({ held: 2, used: 0 })
    expect(await codes.stockOf(variantId)).toEqual({ stock_on_hand: 2, held: 2 })
  })
})

describe('the limit per person', () => {
  it('the limit holds for many concurrent checkouts in tabs and on devices [B-11.8]', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct({ stock: [100] })
    const coupon = await codes.addCoupon({ personLimit: 2 })
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => codes.checkout(as, [item], { code: coupon.code })),
    )
    expect(new Set(answers.map(answer => answer.json.code))).toEqual(new Set([undefined, 'code_used_by_you']))
    const { held } = await useOf(coupon)
    expect(held).toBeGreaterThanOrEqual(1)
    expect(held).toBeLessThanOrEqual(2)
  })

  it('the newer checkout gets the code: the first page is closed and can no longer be paid', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct()
    const coupon = await codes.addCoupon({ personLimit: 1 })
    const first = await place(as, item, coupon.code)
    const second = await place(as, item, coupon.code)
    expect(await codes.orderRow(first.orderId)).toMatchObject({ status: 'cancelled' })
    expect((await codes.verify(as, first.id)).json.status).toBe('cancelled')
    expect(await useOf(coupon)).toMatchObject({ held: 1 })
    expect(await payFor(as, second)).toBe('paid')
    const third = await codes.checkout(as, [item], { code: coupon.code })
    expect(third.json).toMatchObject({ status: 409, code: 'code_used_by_you' })
    // Another shopper is not affected.
    await place(await codes.shop.addUser(), item, coupon.code)
  })

  it('paying the first page while the second is requested does not exceed the limit', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct()
    const coupon = await codes.addCoupon({ personLimit: 1 })
    const first = await place(as, item, coupon.code)
    await codes.pay(first.url)
    const second = await codes.checkout(as, [item], { code: coupon.code })
    expect(second.json).toMatchObject({ status: 409, code: 'code_used_by_you' })
    expect((await codes.verify(as, first.id)).json.status).toBe('paid')
    expect(await useOf(coupon)).toMatchObject({ held: 0, used: 1 })
  })

  it('a code for first orders counts for one order, whichever of several such codes is used [B-11.8]', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct()
    const [one, other] = [
      await codes.addCoupon({ firstOrderOnly: true }),
      await codes.addCoupon({ firstOrderOnly: true }),
    ]
    const answers = await Promise.all([one, other, one, other].map(({ code }) => codes.checkout(as, [item], { code })))
    const open = answers.filter(answer => answer.status === 200)
    const pages = await Promise.all(open.map(({ json }) => codes.orderRow(json.orderId)))
    const pending = pages.filter(row => row.status === 'pending')
    expect(pending).toHaveLength(1)
    const { json } = open.find(answer => answer.json.orderId === pending[0]!.id)!
    expect(await payFor(as, json)).toBe('paid')
    expect((await codes.checkout(as, [item], { code: one.code })).json.code).toBe('code_not_first_order')
  })
})

describe('a held code', () => {
  it('a held use is free again when the order lapses, is cancelled or finds no provider', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct()
    const coupon = await codes.addCoupon({ totalLimit: 1 })
    await place(as, item, coupon.code)
    await lapse()
    expect(await useOf(coupon)).toMatchObject({ held: 0, used: 0, state: 'active' })

    const given = await place(as, item, coupon.code)
    expect((await codes.shop.call(`/api/orders/${given.orderId}/cancel`, { as, method: 'POST' })).status).toBe(204)
    expect(await useOf(coupon)).toMatchObject({ held: 0, used: 0 })

    const failed = await whileSandboxAway(codes.shop.services.pool, () =>
      codes.checkout(as, [item], { code: coupon.code }),
    )
    expect(failed.json).toMatchObject({ status: 502, code: 'checkout_not_started' })
    expect(await useOf(coupon)).toMatchObject({ held: 0, used: 0 })
    const { json } = await codes.asAdmin(`/api/admin/codes/${coupon.id}/uses`)
    expect(json.uses.map((use: { state: string }) => use.state)).toEqual(['released', 'released', 'released'])
  })

  it('a coupon use is counted once when webhook and return page race, even if the coupon is paused', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct()
    const coupon = await codes.addCoupon({ totalLimit: 3 })
    const session = await place(as, item, coupon.code)
    await codes.asAdmin(`/api/admin/codes/${coupon.id}/pause`, undefined, 'POST')
    await codes.pay(session.url)
    const payload = await codes.newestWebhook()
    await Promise.all([
      ...Array.from({ length: 5 }, () => codes.deliver(payload)),
      ...Array.from({ length: 5 }, () => codes.verify(as, session.id)),
      reconcileOrders(codes.shop.system, { all: true }),
    ])
    await codes.shop.settleJobs()
    expect(await useOf(coupon)).toEqual({ held: 0, used: 1, late: 0, state: 'paused' })
  })

  it('a late payment counts the use: within the limit if one is free, else beyond it', async () => {
    const { item } = await codes.addProduct()
    const coupon = await codes.addCoupon({ totalLimit: 2 })
    const [slow, slower, quick] = await Promise.all([0, 1, 2].map(() => codes.shop.addUser()))
    const first = await place(slow!, item, coupon.code)
    const second = await place(slower!, item, coupon.code)
    for (const { orderId } of [first, second]) await close(orderId)
    expect(await payFor(quick!, await place(quick!, item, coupon.code))).toBe('paid')
    expect(await payFor(slow!, first)).toBe('paid')
    expect(await useOf(coupon)).toEqual({ held: 0, used: 2, late: 0, state: 'used-up' })
    expect(await payFor(slower!, second)).toBe('paid')
    expect(await useOf(coupon)).toEqual({ held: 0, used: 3, late: 1, state: 'used-up' })
    // The shoppers paid the quoted price, and staff see why.
    expect(await codes.orderRow(second.orderId)).toMatchObject({ status: 'paid', discount_cents: 400 })
    const { rows } = await codes.shop.services.pool.query(
      "select note from order_event where order_id = $1 and kind = 'note'",
      [second.orderId],
    )
    expect(rows[0].note).toBe(`${coupon.code} was used beyond its limit: the money came after its hold had lapsed.`)
    const { json } = await codes.asAdmin(`/api/admin/codes/${coupon.id}/uses`)
    expect(json.uses.map((use: { late: boolean }) => use.late)).toEqual([false, true, false])
    expect((await codes.checkout(slow!, [item], { code: coupon.code })).json.code).toBe('code_used_up')
  })
})

/** The shop treats an order as expired that is still open at Stripe. */
async function close(orderId: string) {
  const order = await findStoredOrder(codes.shop.system, orderId)
  expect(await closeOrder(codes.shop.system, order!, 'expired')).toBe(true)
}
