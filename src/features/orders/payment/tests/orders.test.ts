import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { CARDS, shoppingIn } from '../../testing/shopping.ts'

const shop = await testShop({ connections: 20 })
const shopping = shoppingIn(shop)
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))

describe('a purchase', () => {
  it('a purchase goes from cart to credits, receipt, order page and purchase history [B-1.3] [B-1.14] [B-3.6] [B-7.7] [B-7.10] [B-10.21] [B-10.33] [B-11.13] [B-12.164]', async () => {
    const as = await shop.addUser()
    const sticker = await shopping.addProduct({
      name: 'Star <Fort> Sticker',
      priceCents: 2000,
      saleCents: 1500,
      tier: 'Bronze',
      entries: 1,
    })
    const wristband = await shopping.addProduct({ priceCents: 4000, tier: 'Silver', entries: 2, stock: [7, 3] })
    const items = [sticker.item, { ...wristband.item, quantity: 2 }]
    const { json: session } = await shopping.checkout(as, items, { smsConsent: true })
    expect(session).toEqual({ id: expect.any(String), url: expect.any(String), orderId: expect.any(String) })
    expect(await shopping.stockOf(wristband.variantId)).toEqual({ stock_on_hand: 7, held: 2 })
    expect((await shopping.verify(as, session.id)).json).toMatchObject({ status: 'pending', orderId: session.orderId })

    const told: unknown[] = []
    const unsubscribe = shop.services.signals.subscribe('my', message => told.push(message))
    const back = await shopping.pay(session.url)
    expect(back.pathname + back.search).toBe(`/checkout?status=success&session_id=${session.id}`)
    const { json: verified } = await shopping.verify(as, session.id)
    expect(verified).toEqual({
      status: 'paid',
      orderId: session.orderId,
      reference: expect.stringMatching(/^RD-\d{6}$/),
    })
    await shop.settleJobs()
    unsubscribe()
    expect(told).toEqual([{ userId: as.userId, changed: ['credits', 'orders'] }])

    expect(await shopping.stockOf(wristband.variantId)).toEqual({ stock_on_hand: 5, held: 0 })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ bronzeCredits: 1, silverCredits: 4 })
    const { json: order } = await shop.call(`/api/orders/${session.orderId}`, { as })
    expect(order).toMatchObject({
      reference: verified.reference,
      status: 'paid',
      total: 107.84,
      shipTo: { name: 'Sam Porter', line1: '1 Fort Street' },
      entries: { Bronze: 1, Silver: 4 },
      events: [{ kind: 'placed' }, { kind: 'paid' }],
    })
    // 70% and 30% of the fee of $5.00.
    expect(await shopping.orderRow(session.orderId)).toMatchObject({ fee_client_cents: 350, fee_platform_cents: 150 })
    expect(order.lines).toMatchObject([{ total: 15 }, { options: { size: '0' }, quantity: 2, total: 80 }])

    const receipts = await shop.outbox(as.email)
    expect(receipts).toHaveLength(1)
    const { subject, text, html } = receipts[0]!
    expect(subject).toBe(`Your Redoubt order ${verified.reference}`)
    // Each line with its SKU, then fee, shipping, tax and total, which the card statement shows.
    for (const part of [
      `Star <Fort> Sticker (SKU ${sticker.id}-0): $15.00`,
      'Subtotal: $95.00',
      'Shipping: $0.00',
      'Merchant Platform Fee: $5.00',
      'Tax: $7.84',
      'Total: $107.84',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain(`Credits earned: 1 Bronze, 4 Silver`)
    expect(text).toContain(`/orders/${session.orderId}`)
    expect(html).toContain('Star &lt;Fort&gt; Sticker')

    const { json: history } = await shop.call('/api/my/purchases', { as })
    expect(history).toMatchObject({ total: 2, nextCursor: null })
    const id = `${session.orderId}-0`
    expect(history.purchases[0]).toEqual({
      id,
      purchaseId: id,
      orderId: session.orderId,
      productId: sticker.id,
      productName: 'Star <Fort> Sticker',
      name: 'Star <Fort> Sticker',
      quantity: 1,
      price: 15,
      originalPrice: 20,
      salesPrice: 15,
      total: 15,
      amount: 15,
      refunded: 0,
      status: 'paid',
      entries: 1,
      tier: 'Bronze',
      date: shop.clock.now().toISOString(),
      created: +shop.clock.now() / 1000,
      paymentMethod: 'stripe',
    })
    // Without a sale there is no sale price. One record covers a whole line.
    expect(history.purchases[1]).toMatchObject({ price: 40, originalPrice: 40, salesPrice: null, quantity: 2 })
    expect(history.purchases[1]).toMatchObject({ total: 80, amount: 80, entries: 4, tier: 'Silver' })
    expect((await shop.call('/api/my/orders', { as })).json.orders).toMatchObject([{ pieces: 3, status: 'paid' }])
  })

  it('a declined purchase stays pending, keeps its stock, and can be paid with another card', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [1] })
    const { json: session } = await shopping.checkout(as, [item])
    const back = await shopping.pay(session.url, CARDS.declined)
    expect(back.searchParams.get('status')).toBe('failed')
    expect((await shopping.verify(as, session.id)).json.status).toBe('pending')
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 1, held: 1 })
    expect(await shop.outbox(as.email)).toEqual([])
    await shopping.pay(session.url)
    expect((await shopping.verify(as, session.id)).json.status).toBe('paid')
  })

  it('calls under one Idempotency-Key make one order [B-9.41]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct()
    const press = () =>
      shop.call('/api/payments/checkout-session', {
        as,
        json: { items: [item] },
        headers: { 'idempotency-key': 'once' },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, press))
    answers.push(await press())
    const ids = new Set(answers.filter(answer => answer.status === 200).map(answer => answer.json.orderId))
    expect(ids.size).toBe(1)
    expect(await shopping.stockOf(variantId)).toMatchObject({ held: 1 })
  })

  it('a purchase of a membership makes a member, by month or by year', async () => {
    for (const [interval, cents, plan] of [
      ['month', 2499, 'monthly'],
      ['year', 29_988, 'yearly'],
    ] as const) {
      const as = await shop.addUser()
      const premium = await shopping.addProduct({ interval, priceCents: cents, stock: [null], entries: 0 })
      const { json: session } = await shopping.checkout(as, [{ ...premium.item, interval }], { subscription: true })
      await shopping.pay(session.url)
      expect((await shopping.verify(as, session.id)).json.status).toBe('paid')
      await shop.settleJobs()
      const rows = await shop.services.db
        .selectFrom('membership')
        .selectAll()
        .where('user_id', '=', as.userId)
        .execute()
      expect(rows).toMatchObject([{ plan, status: 'active', provider_id: expect.stringMatching(/^sub_/) }])
      expect((await shop.call('/api/credits', { as })).status).toBe(401)
    }
  })

  it('a second membership is refused', async () => {
    const member = await shop.addUser({ subscriber: true })
    const as = await shop.addUser()
    const premium = await shopping.addProduct({ interval: 'month', stock: [null] })
    expect((await shopping.checkout(member, [premium.item])).json.code).toBe('already_member')
    expect((await shopping.checkout(as, [{ ...premium.item, quantity: 2 }])).json.code).toBe('one_membership')
  })
})

describe('an order', () => {
  it('an order is shown to its owner and to staff only, and its payment to its owner only [B-2.15] [B-6.7] [B-7.10]', async () => {
    const [owner, other, admin] = [await shop.addUser(), await shop.addUser(), await shop.addUser({ admin: true })]
    const { item } = await shopping.addProduct()
    const { json: session } = await shopping.checkout(owner, [item])
    const path = `/api/orders/${session.orderId}`
    expect((await shop.call(path, { as: admin })).status).toBe(200)
    const refused = { status: 403, detail: 'Unauthorized access' }
    expect((await shop.call(path, { as: other })).json).toMatchObject(refused)
    for (const as of [other, admin]) expect((await shopping.verify(as, session.id)).json).toMatchObject(refused)
    expect((await shop.call(`${path}/cancel`, { as: other, method: 'POST' })).json).toMatchObject(refused)
    expect((await shop.call(path)).status).toBe(401)
    for (const unknown of ['no-order', '019c0000-0000-7000-8000-000000000000']) {
      expect((await shop.call(`/api/orders/${unknown}`, { as: owner })).status).toBe(404)
    }
    expect((await shopping.verify(owner, 'cs_test_unknown')).status).toBe(404)
  })

  it('a closed order can no longer be paid, and its stock returns [B-4.50]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [1] })
    const { json: session } = await shopping.checkout(as, [item])
    const cancel = () => shop.call(`/api/orders/${session.orderId}/cancel`, { as, method: 'POST' })
    expect((await cancel()).status).toBe(204)
    expect((await cancel()).status).toBe(204)
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 1, held: 0 })
    await expect(shopping.pay(session.url)).rejects.toThrow('410')
    expect((await shopping.verify(as, session.id)).json.status).toBe('cancelled')
  })

  it('an open order does not keep the last piece from its own shopper', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [1] })
    const { json: first } = await shopping.checkout(as, [item])
    const { json: second } = await shopping.checkout(as, [item])
    expect((await shopping.orderRow(first.orderId)).status).toBe('cancelled')
    await shopping.pay(second.url)
    expect((await shopping.verify(as, second.id)).json.status).toBe('paid')
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 0, held: 0 })
  })

  it('a page of orders or purchases has 25 [B-9.26]', async () => {
    const as = await shop.addUser()
    const { item } = await shopping.addProduct({ stock: [100] })
    for (let n = 0; n < 26; n++) {
      const { json: session } = await shopping.checkout(as, [{ ...item, quantity: 1 + (n % 2) }])
      await shopping.pay(session.url)
      await shopping.verify(as, session.id)
      shop.clock.advance(1000)
    }
    for (const list of ['orders', 'purchases'])
      expect((await shop.call(`/api/my/${list}`, { as })).json[list], list).toHaveLength(25)
  })

  it('orders and purchases are listed newest first, page by page [B-7.7]', async () => {
    const as = await shop.addUser()
    const { item } = await shopping.addProduct()
    const bought: string[] = []
    for (let n = 0; n < 3; n++) {
      shop.clock.advance(1000)
      const { json: session } = await shopping.checkout(as, [item])
      await shopping.pay(session.url)
      await shopping.verify(as, session.id)
      bought.push(session.orderId)
    }
    for (const list of ['orders', 'purchases']) {
      const first = (await shop.call(`/api/my/${list}?limit=2`, { as })).json
      const rest = (await shop.call(`/api/my/${list}?limit=2&cursor=${first.nextCursor}`, { as })).json
      expect([first[list].length, rest[list].length, rest.nextCursor]).toEqual([2, 1, null])
      const rows: { id: string; orderId?: string }[] = [...first[list], ...rest[list]]
      expect(rows.map(({ id, orderId }) => orderId ?? id)).toEqual(bought.toReversed())
      expect((await shop.call(`/api/my/${list}?cursor=x`, { as })).status).toBe(400)
    }
  })
})
