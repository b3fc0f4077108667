import { afterEach, describe, expect, it } from 'vitest'
import { holdStock } from '#features/catalog/commands/stock.server.ts'
import { openCodeShop } from '#features/codes/testing/coupons.ts'
import { findProfile } from '#features/identity/user/queries.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { reconcileOrders } from '../webhooks/commands/reconcile.server.ts'
import { placeOrder } from './commands/place-order.server.ts'
import { priceCart } from './queries/price-cart.server.ts'

const codes = await openCodeShop()
afterEach(() => codes.audit())

const ALL = { kind: 'percent', amount: 100 } as const

const sessionsAtProvider = async () =>
  (await codes.shop.services.pool.query("select count(*) n from stripe_sandbox.object where id like 'cs_%'")).rows[0].n

describe('an order that a code makes free', () => {
  it('a free order is paid at once without the provider: fee 0, tax 0, credits, stock, receipt and success screen [B-10.56]', async () => {
    const as = await codes.shop.addUser()
    const { item, variantId } = await codes.addProduct({ stock: [3], priceCents: 4999 })
    const { id, code } = await codes.addCoupon({ discount: ALL })
    const before = await sessionsAtProvider()
    const { status, json } = await codes.checkout(as, [item], { code })
    expect(status).toBe(200)
    expect(json.url).toBe(`http://shop.test/checkout?status=success&session_id=${json.id}`)
    expect(await sessionsAtProvider()).toBe(before)
    expect((await codes.verify(as, json.id)).json).toMatchObject({ status: 'paid', orderId: json.orderId })
    expect(await codes.orderRow(json.orderId)).toMatchObject({
      status: 'paid',
      payment_method: 'none',
      ...{ subtotal_cents: 4999, discount_cents: 4999, fee_cents: 0, tax_cents: 0, total_cents: 0 },
      codes: [code],
    })
    expect(await codes.stockOf(variantId)).toEqual({ stock_on_hand: 2, held: 0 })
    expect((await codes.shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 2 })
    expect(await codes.couponOf(id)).toMatchObject({ used: 1, held: 0, discountGiven: 49.99 })
    await codes.shop.settleJobs()
    expect(await codes.shop.outbox(as.email)).toHaveLength(1)
  })

  it('one of two tabs gets a free order, which closes the open payment page of the same cart', async () => {
    const as = await codes.shop.addUser()
    const { item, variantId } = await codes.addProduct({ stock: [3] })
    const { code } = await codes.addCoupon({ discount: ALL, personLimit: 1 })
    const { json: page } = await codes.checkout(as, [item])
    const answers = await Promise.all([0, 1, 2].map(() => codes.checkout(as, [item], { code })))
    await reconcileOrders(codes.shop.system, { all: true })
    const { rows } = await codes.shop.services.pool.query(
      "select count(*) n from customer_order where user_id = $1 and status = 'paid'",
      [as.userId],
    )
    expect(rows[0].n, JSON.stringify(answers.map(answer => answer.json))).toBe(1)
    expect((await codes.verify(as, page.id)).json.status).toBe('cancelled')
    expect(await codes.stockOf(variantId)).toEqual({ stock_on_hand: 2, held: 0 })
  })

  it('a free order that cannot be settled is closed, and its code is free again', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct()
    const { code } = await codes.addCoupon({ discount: ALL })
    // Settling fails at its last write.
    const { pool } = codes.shop.services
    await pool.query('alter table product_variant add constraint no_sale check (stock_on_hand <> 99) not valid')
    const broken = await codes.checkout(as, [item], { code })
    expect(broken.status).toBe(500)
    await pool.query('alter table product_variant drop constraint no_sale')
    const { rows } = await pool.query('select status from customer_order where user_id = $1', [as.userId])
    expect(rows).toEqual([{ status: 'failed' }])
    const again = await codes.checkout(as, [item], { code })
    expect((await codes.verify(as, again.json.id)).json.status).toBe('paid')
  })

  it('a free order whose process died is settled by the next caller', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct()
    const { id, code } = await codes.addCoupon({ discount: ALL })
    const buyer = (await findProfile(codes.shop.system, as.userId))!
    const ctx = { ...codes.shop.system, actor: { ...as, name: '', isAdmin: false, role: null, isSubscriber: false } }
    const cart = await priceCart(ctx, [item], [code])
    const consents = { smsConsent: false, pushConsent: false, paymentMethod: 'stripe' as const }
    const payer = { providerCustomerId: null, savedCardId: null, hasPaid: false }
    const order = await transact(ctx, tx =>
      placeOrder(tx, { buyer, cart, consents, returnTo: 'checkout', payer, checkoutKey: null }),
    )
    await transact(ctx, tx => holdStock(tx, cart.lines))
    expect(await codes.couponOf(id)).toMatchObject({ held: 1, used: 0 })
    codes.shop.clock.advance(2 * 60_000)
    await Promise.all([reconcileOrders(codes.shop.system), codes.verify(as, order.sessionId!)])
    expect((await codes.verify(as, order.sessionId!)).json.status).toBe('paid')
    expect(await codes.couponOf(id)).toMatchObject({ held: 0, used: 1 })
  })

  it('shipping of a free order is charged, unless it is less than a card can be charged [B-10.56]', async () => {
    const as = await codes.shop.addUser()
    const { item } = await codes.addProduct()
    const { code } = await codes.addCoupon({ discount: ALL })
    try {
      await codes.shop.changeSettings({ shipping: { flat: 0.49 } })
      expect((await codes.checkout(as, [item], { code })).json).toMatchObject({
        status: 409,
        code: 'total_too_small',
        detail: 'A total below $0.50 cannot be charged. Please add something to your cart.',
      })
      await codes.shop.changeSettings({ shipping: { flat: 0.5 } })
      const { json } = await codes.checkout(as, [item], { code })
      expect(await codes.orderRow(json.orderId)).toMatchObject({
        total_cents: 50,
        payment_method: 'stripe',
        fee_cents: 0,
      })
      await codes.pay(json.url)
      expect((await codes.verify(as, json.id)).json.status).toBe('paid')
    } finally {
      await codes.shop.changeSettings({ shipping: { flat: 0 } })
    }
  })
})

describe('the payment page of an order with a discount', () => {
  it('the payment page lists each line less its stored share, and charges the total to the cent', async () => {
    const as = await codes.shop.addUser()
    const patches = await codes.addProduct({ name: 'Patch', priceCents: 333, tier: 'Bronze' })
    const mug = await codes.addProduct({ name: 'Mug', priceCents: 1801, tier: 'Gold' })
    const flag = await codes.addProduct({ name: 'Flag', priceCents: 2500, tier: 'Silver' })
    const ten = await codes.addCoupon({
      discount: { kind: 'percent', amount: 10 },
      tiers: ['Bronze', 'Gold'],
      combinable: true,
    })
    const five = await codes.addCoupon({ discount: { kind: 'flat', amount: 5 }, combinable: true })
    const items = [{ ...patches.item, quantity: 3 }, mug.item, flag.item]
    const { json } = await codes.checkout(as, items, { codes: [five.code, ten.code] })
    // Patches 9.99 and mug 18.01: 10% of 28.00 is 2.80, of which 0.999 → 0.99 and 1.801 → 1.80.
    // The remaining cent goes to the larger remainder (.9): 1.00 and 1.80. Left: 8.99, 16.21 and the flag's 25.00, together 50.20.
    // $5.00 of 50.20: 0.8954 → 0.89, 1.6145 → 1.61, 2.4900 → 2.49. The remaining cent goes to .54: 0.90, 1.61, 2.49.
    const { rows: lines } = await codes.shop.services.pool.query(
      'select discount_cents from order_line where order_id = $1 order by position',
      [json.orderId],
    )
    expect(lines.map(line => line.discount_cents)).toEqual([190, 341, 249])
    // 53.00 − 7.80 = 45.20; fee 5% = 2.26 → 3.00; tax 8.25% = 3.729 → 3.73.
    expect(await codes.orderRow(json.orderId)).toMatchObject({
      ...{ subtotal_cents: 5300, discount_cents: 780, fee_cents: 300, tax_cents: 373, total_cents: 5193 },
      tax_state: 'UT',
      tax_rate: 0.0825,
    })
    const { rows } = await codes.shop.services.pool.query('select data from stripe_sandbox.object where id = $1', [
      json.id,
    ])
    expect(rows[0].data.amount_total).toBe(5193)
    await codes.pay(json.url)
    expect((await codes.verify(as, json.id)).json.status).toBe('paid')
  })
})
