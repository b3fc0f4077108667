import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { zipIn } from '#kernel/shipping/testing/zip-in.ts'
import { staffingIn } from '../../testing/staffing.ts'

const shop = await testShop({ connections: 10 })
const staffing = await staffingIn(shop)
await shop.changeSettings({ tax: { mode: 'destination', nexusStates: ['UT', 'NV'], rate: 0.08 } })
afterEach(() => staffing.expectAudited())

/** Taxed at 8% in Utah, 6.85% in Nevada, and not at all in Oregon. */
const inState = (state: string) => ({
  name: 'Sam Porter',
  line1: '9 New Road',
  city: 'Town',
  state,
  postalCode: zipIn(state),
})
const put = (id: string, as: TestUser, state: string) =>
  shop.call(`/api/orders/${id}/shipping-address`, { as, method: 'PUT', json: inState(state) })
/** Four pieces at $10.00. */
const four = (as?: TestUser) => staffing.paidOrder([{ priceCents: 1000, quantity: 4 }], as ? { as } : {})
const refundPiece = (id: string) =>
  staffing.staff(`orders/${id}/refunds`, { reason: 'Worn', lines: [{ position: 0, quantity: 1 }] })
const refundOf = async (id: string) => {
  const { refunded, staff } = await staffing.shown(id)
  return { refunded, owed: staff.taxOwed, parts: staff.refunds.map((refund: { parts: object }) => refund.parts) }
}

describe('a paid order whose address comes to another state', () => {
  it('less tax goes back through the provider, to the cent, and the buyer is told [B-11.50]', async () => {
    const { id, buyer } = await four()
    expect(await staffing.shown(id)).toMatchObject({ tax: 3.2, staff: { taxState: 'UT', taxOwed: null } })
    expect((await put(id, buyer, 'NV')).json).toMatchObject({ tax: 3.2, refunded: 0.46 })
    await shop.settleJobs()
    expect(await staffing.paidBack(id)).toBe(46)
    const none = { subtotal: 0, discount: 0, shipping: 0 }
    expect(await refundOf(id)).toMatchObject({
      owed: { state: 'NV', rate: 0.0685, borne: 0 },
      parts: [{ ...none, tax: 0.46, amount: 0.46 }],
    })
    expect((await staffing.shown(id)).staff.events.at(-2)).toMatchObject({
      kind: 'address',
      note: 'Less tax in NV: $0.46 goes back to the buyer.',
    })
    expect((await shop.outbox(buyer.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Refund of your Redoubt order/),
    )
  })

  it('more tax is borne by the shop and written down; the buyer is never charged [B-11.50]', async () => {
    const { id, buyer } = await four()
    await put(id, buyer, 'OR')
    const before = await staffing.shown(id)
    expect(before).toMatchObject({ total: 45.2, refunded: 3.2 })
    await put(id, buyer, 'UT')
    expect(await staffing.shown(id)).toMatchObject({
      total: 45.2,
      refunded: 3.2,
      status: 'paid',
      staff: { taxOwed: { state: 'UT', rate: 0.08, borne: 3.2 } },
    })
    expect((await staffing.shown(id)).staff.events.at(-1).note).toBe('More tax in UT: the shop pays $3.20 itself.')
    // The buyer does not read what the shop pays.
    expect(JSON.stringify(await staffing.shown(id, buyer))).not.toContain('shop pays')
  })

  it('an order that was paid without an address was not taxed, so its tax is borne by the shop [B-11.50]', async () => {
    const as = await shop.addUser({ address: false })
    const { id } = await four(as)
    expect(await staffing.shown(id)).toMatchObject({ tax: 0, staff: { taxState: null } })
    const { line1, city, postalCode } = inState('UT')
    await shop.call('/api/my/profile', { as, json: { shippingAddress: { line1, city, state: 'ut', postalCode } } })
    expect(await refundOf(id)).toMatchObject({ refunded: 0, owed: { state: 'UT', borne: 3.2 } })
  })

  it('pieces that are refunded before and after share the tax that is left [B-11.50]', async () => {
    const { id, buyer } = await four()
    await refundPiece(id)
    await put(id, buyer, 'OR')
    // 0.80 went back with the piece, 2.40 with the address.
    expect((await refundOf(id)).parts).toMatchObject([{ tax: 0.8 }, { tax: 2.4, amount: 2.4 }])
    await refundPiece(id)
    expect((await refundOf(id)).parts[2]).toMatchObject({ subtotal: 10, tax: 0 })
    await staffing.staff(`orders/${id}/cancel`, { reason: 'Not wanted' })
    await shop.settleJobs()
    expect(await staffing.shown(id)).toMatchObject({ status: 'cancelled', refunded: 45.2, total: 45.2 })
    expect(await staffing.paidBack(id)).toBe(4520)
  })

  it('half of the tax goes back, and later pieces take their share of the other half [B-11.50]', async () => {
    const { id, buyer } = await four()
    await put(id, buyer, 'NV')
    for (const tax of [0.69, 0.68, 0.69, 0.68]) {
      await refundPiece(id)
      expect((await refundOf(id)).parts.at(-1)).toMatchObject({ tax })
    }
    expect(await staffing.shown(id)).toMatchObject({ status: 'refunded', refunded: 45.2 })
  })

  it('another street in one state, and one rate for all, leave the tax as it is [B-11.50]', async () => {
    const { id, buyer } = await four()
    await put(id, buyer, 'UT')
    expect(await refundOf(id)).toEqual({ refunded: 0, owed: null, parts: [] })
    await shop.changeSettings({ tax: { mode: 'fixed' } })
    await put(id, buyer, 'OR')
    expect(await refundOf(id)).toEqual({ refunded: 0, owed: null, parts: [] })
    await shop.changeSettings({ tax: { mode: 'destination' } })
  })
})
