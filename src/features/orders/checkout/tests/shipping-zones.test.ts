import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { zipIn } from '#kernel/shipping/testing/zip-in.ts'
import { shoppingIn } from '../../testing/shopping.ts'

const shop = await testShop({ connections: 10 })
const shopping = shoppingIn(shop)
const owner = await shop.addUser({ admin: true })

const ZONES = '/api/admin/shipping/zones'
const STANDS = { freeFrom: null, tareGrams: 0 }
const flat = (amount: number, more: object = {}) => ({
  ...{ ...STANDS, name: 'Ground', measure: 'flat', bands: [{ from: 0, below: null, amount }] },
  ...more,
})
const byWeight = (more: object = {}) => ({
  ...{ ...STANDS, name: 'By weight', measure: 'weight' },
  bands: [
    { from: 0, below: 500, amount: 8 },
    { from: 500, below: 2000, amount: 15 },
  ],
  ...more,
})

/** Makes a zone of Alaska, and waits until this process prices by it. */
async function zone(methods: object[], more: object = {}) {
  const answer = await shop.call(ZONES, { as: owner, json: { name: 'Alaska', states: ['AK'], methods, ...more } })
  expect(answer.status, answer.text).toBe(200)
  await expect.poll(() => shop.system.shippingZones.map(({ id }) => id)).toContain(answer.json.id)
}
afterEach(async () => {
  for (const { id } of (await shop.call(ZONES, { as: owner })).json.zones)
    await shop.call(`${ZONES}/${id}`, { as: owner, method: 'DELETE' })
  await expect.poll(() => shop.system.shippingZones).toEqual([])
  await shop.changeSettings({ shipping: { flat: 0, freeFrom: null } })
})

async function buyerIn(state: string | null) {
  const as = await shop.addUser()
  const mine = shop.services.db
  if (state === null) await mine.deleteFrom('shipping_address').where('user_id', '=', as.userId).execute()
  else
    await mine
      .updateTable('shipping_address')
      .set({ state, postal_code: zipIn(state) })
      .where('user_id', '=', as.userId)
      .execute()
  return as
}
async function goods(priceCents: number, weight: number | null) {
  const product = await shopping.addProduct({ priceCents, stock: [null] })
  await shop.services.db
    .updateTable('product_variant')
    .set({ weight_grams: weight })
    .where('id', '=', product.variantId)
    .execute()
  return product
}
const quote = async (as: TestUser | undefined, items: object[], more: object = {}) =>
  (await shop.call('/api/payments/quote', { ...(as && { as }), json: { items, ...more } })).json

describe('an order to a zone', () => {
  it('a state of a zone pays its method, every other state the flat amount of the settings [B-41.6]', async () => {
    await shop.changeSettings({ shipping: { flat: 5, freeFrom: 75 } })
    await zone([flat(19.9)])
    const { item } = await goods(4000, null)
    const [alaska, utah] = [await buyerIn('AK'), await buyerIn('UT')]
    expect([(await quote(alaska, [item])).shipping, (await quote(utah, [item])).shipping]).toEqual([19.9, 5])
    // Free from $75.00 of the settings is for their own states.
    const two = [{ ...item, quantity: 2 }]
    expect([(await quote(alaska, two)).shipping, (await quote(utah, two)).shipping]).toEqual([19.9, 0])
    const { total } = await quote(alaska, [item])
    const { json } = await shopping.checkout(alaska, [item], { total })
    expect(await shopping.orderRow(json.orderId)).toMatchObject({ shipping_cents: 1990 })
  })

  it('the weight of all pieces decides, and of several methods the lowest price [B-41.6] [B-41.7]', async () => {
    await zone([flat(12, { name: 'Flat' }), byWeight({ tareGrams: 100 })])
    const { item } = await goods(1000, 399)
    const alaska = await buyerIn('AK')
    const shippingOf = async (quantity: number) => (await quote(alaska, [{ ...item, quantity }])).shipping
    // 499 g, 898 g and 4.09 kg with the packaging.
    expect([await shippingOf(1), await shippingOf(2), await shippingOf(10)]).toEqual([8, 12, 12])
  })

  it('a code takes the free shipping away with the value, and the checkout refuses the former total [B-41.8]', async () => {
    await zone([flat(9, { freeFrom: 50 })])
    const alaska = await buyerIn('AK')
    const { item } = await goods(6000, null)
    const code = 'TWENTYOFF'
    await shop.call('/api/admin/codes', { as: owner, json: { code, discount: { kind: 'percent', amount: 20 } } })
    const before = await quote(alaska, [item])
    const after = await quote(alaska, [item], { codes: [code] })
    expect([before.shipping, after.discount, after.shipping]).toEqual([0, 12, 9])
    const late = await shopping.checkout(alaska, [item], { codes: [code], total: after.total - 9 })
    expect(late.json).toMatchObject({ code: 'price_changed', quote: { total: after.total, shipping: 9 } })
  })

  it('the quote lists the methods with price and days, and the order is sent by the chosen one [B-41.12]', async () => {
    await shop.changeSettings({ shipping: { handlingDays: 2 } })
    const express = flat(25, { name: 'Express', daysFrom: 1, daysTo: 2 })
    await zone([express, flat(9, { name: 'Slow', freeFrom: 50 }), byWeight()])
    const alaska = await buyerIn('AK')
    const { item } = await goods(4000, null)
    const before = await quote(alaska, [item])
    const [fast, slow] = before.shippingMethods
    expect(before.shippingMethods).toEqual([
      { id: fast.id, name: 'Express', amount: 25, daysFrom: 3, daysTo: 4 },
      { id: slow.id, name: 'Slow', amount: 9, daysFrom: null, daysTo: null },
    ])
    expect([before.shipping, before.shippingMethodId]).toEqual([9, slow.id])
    const chosen = await quote(alaska, [item], { shippingMethodId: fast.id })
    expect([chosen.shipping, chosen.shippingMethodId, chosen.total]).toEqual([25, fast.id, before.total + 16])
    const { json } = await shopping.checkout(alaska, [item], { shippingMethodId: fast.id, total: chosen.total })
    expect(await shopping.orderRow(json.orderId)).toMatchObject({ shipping_cents: 2500, shipping_method: 'Express' })
    expect((await shop.call(`/api/orders/${json.orderId}`, { as: alaska })).json.shippingMethod).toBe('Express')
  })

  it('a buyer corrects a paid address within its zone; another zone was not paid for, and staff decide about it [B-41.14]', async () => {
    await zone([flat(40)])
    const utah = await buyerIn('UT')
    const { item } = await goods(4000, null)
    const { json } = await shopping.checkout(utah, [item])
    await shopping.pay(json.url)
    await shopping.verify(utah, json.id)
    const id = json.orderId
    const move = (state: string, as = utah, more: object = {}) =>
      shop.call(`/api/${as === owner ? 'admin/' : ''}orders/${id}/shipping-address`, {
        ...{ as, method: 'PUT' },
        json: { name: 'A. B.', line1: '1 Road', city: 'Town', state, postalCode: zipIn(state), country: 'US', ...more },
      })
    const late = await move('AK')
    expect(late.json).toMatchObject({
      ...{ status: 409, code: 'other_zone' },
      detail:
        'You paid for shipping to Utah, and Alaska has a price of its own. Cancel this order and place it again, or write to us.',
    })
    expect((await shop.call(`/api/orders/${id}`, { as: utah })).json.shipTo.state).toBe('UT')
    const near = await move('NV')
    expect([near.status, near.json.shipTo?.state], near.text).toEqual([200, 'NV'])
    const byStaff = await move('AK', owner, { reason: 'The buyer wrote to us' })
    expect(byStaff.status, byStaff.text).toBe(200)
    // Within its new zone the buyer corrects it again.
    expect((await move('AK', utah, { line1: '2 Road' })).status).toBe(200)
  })

  it('a choice that no longer sends the cart is refused with the quote of the lowest [B-41.12]', async () => {
    await zone([byWeight(), flat(30, { name: 'Any weight' })])
    const alaska = await buyerIn('AK')
    const { item } = await goods(4000, 1500)
    const one = await quote(alaska, [item])
    const two = [{ ...item, quantity: 2 }]
    const late = await shopping.checkout(alaska, two, { shippingMethodId: one.shippingMethodId })
    expect(late.json).toMatchObject({ code: 'price_changed', quote: { shipping: 30 } })
    const { shippingMethodId } = late.json.quote
    expect((await shopping.checkout(alaska, two, { shippingMethodId })).status).toBe(200)
  })

  it('a shop without zones has one method, chosen by itself, and its orders name none [B-41.12]', async () => {
    await shop.changeSettings({ shipping: { flat: 7 } })
    const utah = await buyerIn('UT')
    const { item } = await goods(4000, null)
    const { shippingMethods, shippingMethodId, shipping } = await quote(utah, [item])
    expect(shippingMethods).toEqual([
      { id: 'standard', name: 'Standard shipping', amount: 7, daysFrom: null, daysTo: null },
    ])
    expect([shippingMethodId, shipping]).toEqual(['standard', 7])
    const { json } = await shopping.checkout(utah, [item])
    expect(await shopping.orderRow(json.orderId)).toMatchObject({ shipping_cents: 700, shipping_method: null })
  })

  it('a cart that no method serves is told which line and why, and cannot be paid [B-41.9]', async () => {
    await zone([byWeight()])
    const alaska = await buyerIn('AK')
    const patch = await goods(1000, null)
    const notShipped = async (items: object[]) => {
      const { notices } = await quote(alaska, items)
      const { status, json } = await shopping.checkout(alaska, items)
      const [{ code, message }] = notices
      expect([status, json.code, json.detail, code]).toEqual([409, 'not_shipped', message, 'not_shipped'])
      return message
    }
    expect(await notShipped([patch.item])).toBe(
      `We cannot price the shipping of ${patch.name} to Alaska, because it has no weight yet. Take it out of the cart, or write to us.`,
    )
    const plate = await goods(1000, 1000)
    expect(await notShipped([{ ...plate.item, quantity: 2 }])).toBe(
      `This order weighs 2 kg. To Alaska we ship less than 2 kg. The heaviest part is ${plate.name} × 2.`,
    )
  })

  it('a zone that is not served takes no order, and an order elsewhere goes on [B-41.9]', async () => {
    await zone([], { isServed: false })
    const { item } = await goods(1000, null)
    const [alaska, utah] = [await buyerIn('AK'), await buyerIn('UT')]
    expect((await shopping.checkout(alaska, [item])).json.detail).toBe('We do not ship to Alaska.')
    expect((await shopping.checkout(utah, [item])).status).toBe(200)
  })

  it('where zones price shipping, an order waits for its address; without zones it does not [B-41.10]', async () => {
    const { item } = await goods(1000, null)
    const nowhere = await buyerIn(null)
    await zone([flat(9)])
    const { status, json } = await shopping.checkout(nowhere, [item])
    expect([status, json.code]).toEqual([409, 'address_first'])
    for (const { id } of (await shop.call(ZONES, { as: owner })).json.zones)
      await shop.call(`${ZONES}/${id}`, { as: owner, method: 'DELETE' })
    await expect.poll(() => shop.system.shippingZones).toEqual([])
    expect((await shopping.checkout(nowhere, [item])).status).toBe(200)
  })

  it('a zone has states of the United States, so another country pays the flat amount [B-41.6]', async () => {
    await shop.changeSettings({ shipping: { flat: 6, countries: ['US', 'CA'] } })
    await zone([flat(19.9)])
    const { item } = await goods(4000, null)
    const abroad = await buyerIn('AK')
    await shop.services.db
      .updateTable('shipping_address')
      .set({ country: 'CA' })
      .where('user_id', '=', abroad.userId)
      .execute()
    expect((await quote(abroad, [item])).shipping).toBe(6)
    await shop.services.db.deleteFrom('shipping_address').where('user_id', '=', abroad.userId).execute()
    await shop.changeSettings({ shipping: { countries: ['US'] } })
  })

  it('a membership has no shipping, whatever its address [B-41.6]', async () => {
    await zone([], { isServed: false })
    const { item } = await shopping.addProduct({ interval: 'month', priceCents: 2499, stock: [null] })
    const alaska = await buyerIn('AK')
    expect(await quote(alaska, [item])).toMatchObject({ shipping: 0, notices: [] })
    expect((await shopping.checkout(alaska, [item])).status).toBe(200)
  })

  it('the total of the quote is that of the order to the cent, for any cart, zone and address [B-41.8]', async () => {
    await shop.changeSettings({ shipping: { flat: 4.95, freeFrom: 60 } })
    await zone([flat(17.35, { freeFrom: 120 }), byWeight({ tareGrams: 33 })])
    const [alaska, utah] = [await buyerIn('AK'), await buyerIn('UT')]
    const offered = await Promise.all([goods(1099, 210), goods(3333, 640), goods(2550, null)])
    const cart = fc.uniqueArray(fc.record({ at: fc.nat(2), quantity: fc.integer({ min: 1, max: 4 }) }), {
      ...{ minLength: 1, maxLength: 3 },
      selector: ({ at }) => at,
    })
    await fc.assert(
      fc.asyncProperty(cart, fc.boolean(), async (lines, isFar) => {
        const as = isFar ? alaska : utah
        const items = lines.map(({ at, quantity }) => ({ ...offered[at]!.item, quantity }))
        const { total, shipping } = await quote(as, items)
        const { status, json } = await shopping.checkout(as, items, { total })
        expect([status, json.detail]).toEqual([200, undefined])
        const row = await shopping.orderRow(json.orderId)
        expect([row.total_cents, row.shipping_cents]).toEqual([Math.round(total * 100), Math.round(shipping * 100)])
        await shop.call(`/api/orders/${json.orderId}/cancel`, { as, method: 'POST' })
      }),
      { numRuns: few(12, 40) },
    )
  })
})
