import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { shoppingIn } from '../testing/shopping.ts'

const shop = await testShop({ connections: 20 })
const shopping = shoppingIn(shop)
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))

const quote = (items: object[], extra: object = {}) => shop.call('/api/payments/quote', { json: { items, ...extra } })

describe('a quote', () => {
  it('a quote prices the cart from the catalogue: sale price, fee, tax and credits, for guests too [B-10.6] [B-10.9] [B-10.15] [B-10.19]', async () => {
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

  it('a quote announces a mixed cart and counts its one-time items only [B-10.23] [B-10.48]', async () => {
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

  it('a quote prices what can be bought, and names what it reduced or left out [B-10.59]', async () => {
    const few = await shopping.addProduct({ stock: [18], priceCents: 1000 })
    const gone = await shopping.addProduct({ stock: [0, 3] })
    const { json } = await quote([
      { ...few.item, quantity: 20 },
      gone.item,
      { productId: 'gone', name: 'Old Cap', quantity: 1 },
    ])
    expect(json).toMatchObject({ subtotal: 180, lines: [{ productId: few.id, quantity: 18, total: 180 }] })
    expect(json.notices).toEqual([
      {
        code: 'unavailable',
        productId: 'gone',
        left: 0,
        message: 'Old Cap can no longer be bought and is left out.',
      },
      {
        code: 'out_of_stock',
        productId: few.id,
        variantId: few.variantId,
        left: 18,
        message: `${few.name}: only 18 left. Quantity changed to 18.`,
      },
      {
        code: 'out_of_stock',
        productId: gone.id,
        variantId: gone.variantId,
        left: 0,
        message: `${gone.name} (0) is sold out and is left out.`,
      },
    ])
  })

  it('a quote counts the units that the open payment of its shopper holds [B-10.59]', async () => {
    const [as, other] = [await shop.addUser(), await shop.addUser()]
    const { item } = await shopping.addProduct({ stock: [2] })
    await shopping.checkout(as, [{ ...item, quantity: 2 }])
    const ask = async (who: typeof as) =>
      (await shop.call('/api/payments/quote', { as: who, json: { items: [{ ...item, quantity: 2 }] } })).json
    expect(await ask(as)).toMatchObject({ lines: [{ quantity: 2 }], notices: [] })
    expect(await ask(other)).toMatchObject({ lines: [], total: 0, notices: [{ left: 0 }] })
  })

  it('a quote says how many an account without a paid order can buy [B-10.60]', async () => {
    const as = await shop.addUser()
    const { name, item } = await shopping.addProduct({ stock: [null] })
    const dozen = { items: [{ ...item, quantity: 12 }] }
    const before = (await shop.call('/api/payments/quote', { as, json: dozen })).json
    expect(before).toMatchObject({ lines: [{ quantity: 10 }], notices: [{ code: 'first_order', left: 10 }] })
    expect(before.notices[0].message).toBe(
      `${name}: until your first order is paid, you can order at most 10 of one thing. Quantity changed to 10.`,
    )
    expect((await quote(dozen.items)).json).toMatchObject({ lines: [{ quantity: 12 }], notices: [] })
    const { json } = await shopping.checkout(as, [item])
    await shopping.pay(json.url)
    await shopping.verify(as, json.id)
    expect((await shop.call('/api/payments/quote', { as, json: dozen })).json.notices).toEqual([])
  })

  it('a quote joins lines of one variant', async () => {
    const { item } = await shopping.addProduct()
    expect((await quote([item, item])).json).toMatchObject({ lines: [{ quantity: 2, total: 80 }], subtotal: 80 })
    const tooMany = await quote([
      { ...item, quantity: 60 },
      { ...item, quantity: 60 },
    ])
    expect(tooMany).toMatchObject({ status: 400, json: { errors: { items: ['At most 99 of one thing'] } } })
  })
})

describe('refusals of a checkout', () => {
  it.each<[string, unknown, string]>([
    ['an unknown field', { items: [], shipping: 0 }, 'shipping'],
    ['an unknown field of an item', { items: [{ productId: 'x', quantity: 1, salesPrice: 1 }] }, 'items.0.salesPrice'],
    ['a missing list', {}, 'items'],
    ['a quantity of zero [B-10.29]', { items: [{ productId: 'x', quantity: 0 }] }, 'items.0.quantity'],
    ['half a piece', { items: [{ productId: 'x', quantity: 1.5 }] }, 'items.0.quantity'],
    ['a quantity as text', { items: [{ productId: 'x', quantity: '1' }] }, 'items.0.quantity'],
    ['too many pieces [B-10.57]', { items: [{ productId: 'x', quantity: 100 }] }, 'items.0.quantity'],
    ['too many lines [B-10.57]', { items: Array(51).fill({ productId: 'x', quantity: 1 }) }, 'items'],
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

  it('a refusal has its own message: empty cart, age, code, gateway [B-2.11] [B-10.26] [B-10.36] [B-10.38] [B-10.42]', async () => {
    const as = await shop.addUser()
    const young = await shop.addUser({ birthDate: '2005-03-03' })
    const { item } = await shopping.addProduct()
    const refusals = [
      [await shopping.checkout(as, []), 400, 'Your cart is empty. Please add items before checkout.'],
      [await shopping.checkout(young, [item]), 403, 'You must be 21 or older to complete this purchase'],
      [await shopping.checkout(as, [item], { code: 'SAVE10' }), 404, 'Code not found'],
      [await shopping.checkout(as, [item], { paymentMethod: 'gateway' }), 409, 'Payment not configured.'],
      [await shop.call('/api/codes/validate', { as, json: { code: 'SAVE10' } }), 404, 'Code not found'],
    ] as const
    for (const [answer, status, detail] of refusals) expect(answer.json).toMatchObject({ status, detail })
    expect((await shop.call('/api/payments/checkout-session', { json: { items: [item] } })).status).toBe(401)
    // A blank code is ignored.
    expect((await shopping.checkout(as, [item], { code: '  ' })).status).toBe(200)
  })

  it('an unavailable item is refused with the quote of the rest, and nothing is held for it [B-10.59] [B-10.65]', async () => {
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
      expect((await shopping.checkout(as, [fine.item, bad])).json).toMatchObject({
        code: 'item_unavailable',
        detail: expect.stringMatching(/ can no longer be bought and is left out\. Please check the changed order/),
        quote: { lines: [{ productId: fine.id, quantity: 1 }], notices: [{ code: 'unavailable', left: 0 }] },
      })
    }
    expect((await shopping.checkout(as, [stopped.item])).json).toMatchObject({
      code: 'item_unavailable',
      quote: { lines: [], total: 0 },
    })
    expect(await shopping.stockOf(fine.variantId)).toEqual({ stock_on_hand: 100, held: 0 })
    const few = await shopping.addProduct({ stock: [2] })
    const short = await shopping.checkout(as, [fine.item, { ...few.item, quantity: 3 }])
    expect(short.json).toMatchObject({
      status: 409,
      code: 'out_of_stock',
      names: few.name,
      detail: `${few.name}: only 2 left. Quantity changed to 2. Please check the changed order before you pay.`,
      quote: { lines: [{ quantity: 1 }, { quantity: 2, total: 80 }] },
    })
    const totalOfRest = { total: short.json.quote.total }
    const again = await shopping.checkout(as, [fine.item, { ...few.item, quantity: 3 }], totalOfRest)
    expect(again.json).toMatchObject({ code: 'out_of_stock', quote: { total: totalOfRest.total } })
    expect((await shopping.checkout(as, [fine.item, { ...few.item, quantity: 2 }], totalOfRest)).status).toBe(200)
    expect(await shopping.stockOf(few.variantId)).toEqual({ stock_on_hand: 2, held: 2 })
  })

  it('items by name, price, quantity, tier and interval are found, compared and charged [B-7.42]', async () => {
    const as = await shop.addUser()
    const { name, variantId } = await shopping.addProduct({ priceCents: 2000, saleCents: 1500, tier: 'Bronze' })
    const item = { name, price: 15, quantity: 2, tier: 'Bronze', interval: 'month' }
    const quote = await shop.call('/api/payments/quote', { json: { items: [item] } })
    expect(quote.json).toMatchObject({ subtotal: 30, lines: [{ name, variantId, quantity: 2 }] })
    const changed = await shopping.checkout(as, [{ ...item, price: 14 }])
    expect(changed.json).toMatchObject({ status: 409, code: 'price_changed', quote: { subtotal: 30 } })
    expect((await shopping.checkout(as, [{ ...item, tier: 'Gold' }])).json).toMatchObject({ code: 'price_changed' })
    expect((await shopping.checkout(as, [{ ...item, name: 'Nothing' }])).json).toMatchObject({
      code: 'item_unavailable',
      names: 'Nothing',
    })
    const order = await shopping.checkout(as, [item])
    expect((await shop.call(`/api/orders/${order.json.orderId}`, { as })).json.lines).toMatchObject([
      { name, quantity: 2 },
    ])
    await shopping.addProduct({ name })
    const two = await shopping.checkout(as, [item])
    expect(two.json.errors).toEqual({ 'items.0.productId': ['Several products have this name. Give the id of one.'] })
    expect((await shopping.checkout(as, [{ quantity: 1 }])).json.errors).toEqual({
      'items.0.productId': ['This field is required.'],
    })
  })

  it('a price that differs from the catalogue is refused with the new quote [B-10.32] [B-12.164]', async () => {
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
