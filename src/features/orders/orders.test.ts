import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { CARDS, shoppingIn } from './testing/shopping.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let shopping: ReturnType<typeof shoppingIn>
beforeAll(async () => {
  shop = await openTestShop({ connections: 20 })
  shopping = shoppingIn(shop)
})
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))
afterAll(() => shop.close())

const quote = (items: object[], extra: object = {}) => shop.call('/api/payments/quote', { json: { items, ...extra } })

describe('a quote', () => {
  it('prices the cart from the catalogue: sale price, fee, tax and what it earns, for guests too', async () => {
    const sticker = await shopping.addProduct({ priceCents: 2000, saleCents: 1500, tier: 'Bronze', entries: 1 })
    const wristband = await shopping.addProduct({ priceCents: 4000 })
    const { status, json } = await quote([sticker.item, { ...wristband.item, quantity: 2, price: 1 }])
    expect(status).toBe(200)
    expect(json).toMatchObject({
      mode: 'payment',
      subtotal: 95,
      discount: 0,
      fee: { amount: 5, clientShare: 3.5, platformShare: 1.5 },
      shipping: 0,
      tax: 7.84,
      total: 107.84,
      entries: { Bronze: 1, Silver: 4, Gold: 0, Platinum: 0 },
      notices: [],
    })
    expect(json.lines[0]).toMatchObject({ name: sticker.name, price: 20, salesPrice: 15, quantity: 1, total: 15 })
  })

  it('tells of a mixed cart and counts its one-time items only', async () => {
    const mug = await shopping.addProduct({ priceCents: 1800 })
    const premium = await shopping.addProduct({ interval: 'month', priceCents: 2499, stock: [null], entries: 0 })
    const { json } = await quote([premium.item, mug.item])
    expect(json).toMatchObject({ mode: 'payment', subtotal: 18, notices: [{ code: 'mixed_cart' }] })
    expect(json.notices[0].message).toContain('separate cart')
    expect((await quote([premium.item])).json).toMatchObject({
      mode: 'subscription',
      subtotal: 24.99,
      fee: { amount: 0 },
      tax: 0,
      total: 24.99,
    })
  })

  it('tells what is gone or short instead of refusing', async () => {
    const last = await shopping.addProduct({ stock: [1] })
    const { json } = await quote([
      { ...last.item, quantity: 2 },
      { productId: 'gone', name: 'Old Cap', quantity: 1 },
    ])
    expect(json.notices).toEqual([
      { code: 'unavailable', message: 'Old Cap can no longer be bought and is left out.' },
      { code: 'out_of_stock', message: `${last.name} is out of stock in this quantity.` },
    ])
  })

  it('puts lines of one variant together', async () => {
    const { item } = await shopping.addProduct()
    expect((await quote([item, item])).json).toMatchObject({ lines: [{ quantity: 2, total: 80 }], subtotal: 80 })
    const tooMany = await quote([
      { ...item, quantity: 60 },
      { ...item, quantity: 60 },
    ])
    expect(tooMany).toMatchObject({ status: 400, json: { errors: { items: ['At most 99 of one thing'] } } })
  })
})

describe('what is refused', () => {
  it.each<[string, unknown, string]>([
    ['an unknown field', { items: [], shipping: 0 }, 'shipping'],
    ['an unknown field of an item', { items: [{ productId: 'x', quantity: 1, salesPrice: 1 }] }, 'items.0.salesPrice'],
    ['a missing list', {}, 'items'],
    ['a quantity of zero', { items: [{ productId: 'x', quantity: 0 }] }, 'items.0.quantity'],
    ['half a piece', { items: [{ productId: 'x', quantity: 1.5 }] }, 'items.0.quantity'],
    ['a quantity as text', { items: [{ productId: 'x', quantity: '1' }] }, 'items.0.quantity'],
    ['too many pieces', { items: [{ productId: 'x', quantity: 100 }] }, 'items.0.quantity'],
    ['too many lines', { items: Array(51).fill({ productId: 'x', quantity: 1 }) }, 'items'],
    ['an oversized id', { items: [{ productId: 'x'.repeat(141), quantity: 1 }] }, 'items.0.productId'],
    ['a negative price', { items: [{ productId: 'x', quantity: 1, price: -1 }] }, 'items.0.price'],
    ['a consent as text', { items: [], smsConsent: 'yes' }, 'smsConsent'],
    ['an unknown payment method', { items: [], paymentMethod: 'cash' }, 'paymentMethod'],
    ['half a fee', { items: [], mpf: { amount: 1 } }, 'mpf.clientShare'],
  ])('%s', async (_, json, field) => {
    const as = await shop.addUser()
    for (const path of ['/api/payments/quote', '/api/payments/checkout-session']) {
      const answer = await shop.call(path, { as, json })
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
      expect(answer.json.errors).toHaveProperty([field])
    }
  })

  it('is told with the sentences of the specification', async () => {
    const as = await shop.addUser()
    const young = await shop.addUser({ birthDate: '2005-03-03' })
    const { item } = await shopping.addProduct()
    const refusals = [
      [await shopping.checkout(as, []), 400, 'Your cart is empty. Please add items before checkout.'],
      [await shopping.checkout(young, [item]), 403, 'You must be 21 or older to complete this purchase'],
      [await shopping.checkout(as, [item], { code: 'SAVE10' }), 404, 'Code not found'],
      [await shopping.checkout(as, [item], { paymentMethod: 'gateway' }), 409, 'Payment not configured.'],
      [await shop.call('/api/codes/validate', { as, json: { code: 'SAVE10' } }), 404, 'Code not found'],
      [await quote([item], { code: 'SAVE10' }), 404, 'Code not found'],
    ] as const
    for (const [answer, status, detail] of refusals) expect(answer.json).toMatchObject({ status, detail })
    expect((await shop.call('/api/payments/checkout-session', { json: { items: [item] } })).status).toBe(401)
    // A blank code is ignored.
    expect((await shopping.checkout(as, [item], { code: '  ' })).status).toBe(200)
  })

  it('is what cannot be bought, and nothing is held for it', async () => {
    const as = await shop.addUser()
    const sizes = await shopping.addProduct({ stock: [5, 5] })
    const stopped = await shopping.addProduct()
    await shop.services.db.updateTable('product').set({ for_sale: false }).where('id', '=', stopped.id).execute()
    const fine = await shopping.addProduct()
    for (const bad of [
      { productId: sizes.id, quantity: 1 },
      stopped.item,
      { ...fine.item, variantId: sizes.variantId },
    ]) {
      expect((await shopping.checkout(as, [fine.item, bad])).json).toMatchObject({ code: 'item_unavailable' })
    }
    expect(await shopping.stockOf(fine.variantId)).toEqual({ stock_on_hand: 100, held: 0 })
    const few = await shopping.addProduct({ stock: [2] })
    const short = await shopping.checkout(as, [fine.item, { ...few.item, quantity: 3 }])
    expect(short.json).toMatchObject({ status: 409, code: 'out_of_stock', names: few.name })
    expect(await shopping.stockOf(fine.variantId)).toEqual({ stock_on_hand: 100, held: 0 })
  })

  it('are other prices than ours: compared, never believed, and answered with the new quote', async () => {
    const as = await shop.addUser()
    const { id, item } = await shopping.addProduct({ priceCents: 2000, saleCents: 1500, tier: 'Bronze' })
    const shown = { ...item, name: 'Anything', price: 15, tier: 'Bronze', interval: 'month' }
    const mpf = { amount: 1, clientShare: 0.7, platformShare: 0.3 }
    const extra = { subscription: false, localStorageVerified: true, mpf }
    expect((await shopping.checkout(as, [shown], extra)).status).toBe(200)
    for (const [items, more] of [
      [[{ ...shown, price: 0.01 }], extra],
      [[{ ...shown, tier: 'Platinum' }], extra],
      [[shown], { mpf: { ...mpf, clientShare: 0.3, platformShare: 0.7 } }],
      [[shown], { subscription: true }],
    ] as const) {
      const answer = await shopping.checkout(as, [...items], more)
      expect(answer.json).toMatchObject({ status: 409, code: 'price_changed', quote: { total: 17.24 } })
    }
    await shop.services.db.updateTable('product').set({ sale_price_cents: null }).where('id', '=', id).execute()
    const changed = await shopping.checkout(as, [shown], extra)
    expect(changed.json).toMatchObject({ code: 'price_changed', quote: { subtotal: 20, fee: { amount: 1 } } })
  })
})

describe('a purchase', () => {
  it('goes from cart to credits, receipt, order page and purchase history', async () => {
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

    const back = await shopping.pay(session.url)
    expect(back.pathname + back.search).toBe(`/checkout?status=success&session_id=${session.id}`)
    const { json: verified } = await shopping.verify(as, session.id)
    expect(verified).toEqual({
      status: 'paid',
      orderId: session.orderId,
      reference: expect.stringMatching(/^RD-\d{6}$/),
    })
    await shop.settleJobs()

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
    expect(order.lines).toMatchObject([{ total: 15 }, { options: { size: '0' }, quantity: 2, total: 80 }])

    const receipts = await shop.outbox(as.email)
    expect(receipts).toHaveLength(1)
    const { subject, text, html } = receipts[0]!
    expect(subject).toBe(`Your Redoubt order ${verified.reference}`)
    for (const part of [
      'Star <Fort> Sticker: $15.00',
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
    expect(history.purchases[0]).toMatchObject({
      productId: sticker.id,
      productName: 'Star <Fort> Sticker',
      quantity: 1,
      price: 15,
      originalPrice: 20,
      salesPrice: 15,
      total: 15,
      amount: 15,
      entries: 1,
      tier: 'Bronze',
      paymentMethod: 'stripe',
    })
    expect((await shop.call('/api/my/orders', { as })).json.orders).toMatchObject([{ pieces: 3, status: 'paid' }])
  })

  it('that is declined stays pending, keeps its stock, and can be paid with another card', async () => {
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

  it('under one Idempotency-Key is one order, however often the button is pressed', async () => {
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

  it('of a membership makes a member, by month or by year', async () => {
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

  it('of a second membership is refused', async () => {
    const member = await shop.addUser({ subscriber: true })
    const as = await shop.addUser()
    const premium = await shopping.addProduct({ interval: 'month', stock: [null] })
    expect((await shopping.checkout(member, [premium.item])).json.code).toBe('already_member')
    expect((await shopping.checkout(as, [{ ...premium.item, quantity: 2 }])).json.code).toBe('one_membership')
  })
})

describe('an order', () => {
  it('is shown to its owner and to staff, and to nobody else', async () => {
    const [owner, other, admin] = [await shop.addUser(), await shop.addUser(), await shop.addUser({ admin: true })]
    const { item } = await shopping.addProduct()
    const { json: session } = await shopping.checkout(owner, [item])
    const path = `/api/orders/${session.orderId}`
    expect((await shop.call(path, { as: admin })).status).toBe(200)
    const refused = { status: 403, detail: 'Unauthorized access' }
    expect((await shop.call(path, { as: other })).json).toMatchObject(refused)
    expect((await shopping.verify(other, session.id)).json).toMatchObject(refused)
    expect((await shop.call(`${path}/cancel`, { as: other, method: 'POST' })).json).toMatchObject(refused)
    expect((await shop.call(path)).status).toBe(401)
    for (const unknown of ['no-order', '019c0000-0000-7000-8000-000000000000']) {
      expect((await shop.call(`/api/orders/${unknown}`, { as: owner })).status).toBe(404)
    }
    expect((await shopping.verify(owner, 'cs_test_unknown')).status).toBe(404)
  })

  it('that is given up cannot be paid any more, and its stock goes back', async () => {
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

  it('left open does not keep the last piece from its own shopper', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [1] })
    const { json: first } = await shopping.checkout(as, [item])
    const { json: second } = await shopping.checkout(as, [item])
    expect((await shopping.orderRow(first.orderId)).status).toBe('cancelled')
    await shopping.pay(second.url)
    expect((await shopping.verify(as, second.id)).json.status).toBe('paid')
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 0, held: 0 })
  })

  it('is listed page by page', async () => {
    const as = await shop.addUser()
    const { item } = await shopping.addProduct()
    for (let n = 0; n < 3; n++) {
      shop.clock.advance(1000)
      const { json: session } = await shopping.checkout(as, [item])
      await shopping.pay(session.url)
      await shopping.verify(as, session.id)
    }
    for (const list of ['orders', 'purchases']) {
      const first = (await shop.call(`/api/my/${list}?limit=2`, { as })).json
      const rest = (await shop.call(`/api/my/${list}?limit=2&cursor=${first.nextCursor}`, { as })).json
      expect([first[list].length, rest[list].length, rest.nextCursor]).toEqual([2, 1, null])
      const ids = [...first[list], ...rest[list]].map((row: { id: string }) => row.id)
      expect(new Set(ids).size).toBe(3)
      expect((await shop.call(`/api/my/${list}?cursor=x`, { as })).status).toBe(400)
    }
  })
})
