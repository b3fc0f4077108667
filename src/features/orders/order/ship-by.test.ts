import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '#app/testing/shop.ts'
import { shipByWords } from '../fulfilment/web/parcel-progress.tsx'
import { shoppingIn } from '../testing/shopping.ts'
import { staffingIn } from '../testing/staffing.ts'
import { businessDaysAfter } from './ship-by.server.ts'

describe('business days', () => {
  it.each([
    ['a Monday', '2026-03-02', 2, '2026-03-04'],
    ['a Friday', '2026-03-06', 1, '2026-03-09'],
    ['a Saturday', '2026-03-07', 2, '2026-03-10'],
    ['the day before Thanksgiving', '2026-11-25', 2, '2026-11-30'],
    ['a Thursday before Independence Day on a Saturday', '2026-07-02', 1, '2026-07-06'],
    ['New Year’s Eve', '2026-12-31', 1, '2027-01-04'],
    ['the day before the clocks change', '2026-03-06', 2, '2026-03-10'],
  ])('%s: %s and %i more is %s [B-10.99]', (_name, day, days, expected) => {
    expect(businessDaysAfter(day, days)).toBe(expected)
  })
})

it.each([
  ['2026-03-04', 'unfulfilled', 'It leaves us by Wednesday, March 4.'],
  ['2026-03-03', 'packed', 'It should have left us by Tuesday, March 3. We are sorry for the delay.'],
  ['2026-03-03', 'shipped', null],
  [null, 'unfulfilled', null],
] as const)('a parcel promised for %s that is %s reads %j on March 4 [B-10.98]', (shipBy, fulfilment, words) => {
  expect(shipByWords({ shipBy, fulfilment }, '2026-03-04')).toBe(words)
})

describe('the day by which a parcel leaves', () => {
  let shop: TestShop
  let staffing: Awaited<ReturnType<typeof staffingIn>>
  beforeAll(async () => {
    // A Monday, 5:00 AM in the shop's zone.
    shop = await openTestShop({ now: new Date('2026-03-02T12:00:00Z') })
    staffing = await staffingIn(shop)
  })
  afterAll(() => shop.close())
  const promise = (handlingDays: number | null) => shop.changeSettings({ shipping: { handlingDays } })
  const receiptOf = async (email: string) =>
    (await shop.outbox(email)).find(({ subject }) => subject.startsWith('Your Redoubt order'))!.text

  it('is promised at the payment, and a later setting leaves it as it is [B-10.98]', async () => {
    await promise(2)
    const { id, buyer } = await staffing.paidOrder()
    await promise(9)
    expect(await staffing.shown(id, buyer)).toMatchObject({ shipBy: '2026-03-04' })
    expect(await receiptOf(buyer.email)).toContain('Your parcel leaves us by Wednesday, March 4.')
  })

  it.each([
    ['2026-03-02T20:59:00Z', '2026-03-03'],
    ['2026-03-02T21:00:00Z', '2026-03-04'],
    // A Friday afternoon counts as Saturday, and neither is a business day after it.
    ['2026-03-06T23:00:00Z', '2026-03-09'],
    // The clocks changed on March 8, so 2 p.m. is an hour earlier in UTC.
    ['2026-03-09T20:00:00Z', '2026-03-11'],
  ])('from the hour of the cut-off on counts the next day: paid at %s leaves by %s [B-41.13]', async (at, shipBy) => {
    shop.clock.set(at)
    await shop.changeSettings({ shipping: { handlingDays: 1, cutOffHour: 14 } })
    const { id, buyer } = await staffing.paidOrder()
    expect(await staffing.shown(id, buyer)).toMatchObject({ shipBy })
    await shop.changeSettings({ shipping: { cutOffHour: null } })
    shop.clock.set('2026-03-02T12:00:00Z')
  })

  it('the days of a method are counted from the day that counts, so that the quote promises what the order does [B-41.12] [B-41.13]', async () => {
    await shop.changeSettings({ shipping: { handlingDays: 1, cutOffHour: 14 } })
    const method = { name: 'Ground', measure: 'flat', bands: [{ from: 0, below: null, amount: 9 }], freeFrom: null }
    const json = { name: 'Utah', states: ['UT'], methods: [{ ...method, daysFrom: 1, daysTo: 3 }] }
    const owner = await shop.addUser({ admin: true })
    const zone = await shop.call('/api/admin/shipping/zones', { as: owner, json })
    await expect.poll(() => shop.system.shippingZones).toHaveLength(1)
    const { item } = await shoppingIn(shop).addProduct()
    const daysAt = async (time: string) => {
      shop.clock.set(time)
      const { json } = await shop.call('/api/payments/quote', { json: { items: [item] } })
      return json.shippingMethods.map((told: { daysFrom: number; daysTo: number }) => [told.daysFrom, told.daysTo])
    }
    expect(await daysAt('2026-03-02T20:59:00Z')).toEqual([[2, 4]])
    expect(await daysAt('2026-03-02T21:00:00Z')).toEqual([[3, 5]])
    // The day after a Friday is no business day.
    expect(await daysAt('2026-03-06T23:00:00Z')).toEqual([[2, 4]])
    shop.clock.set('2026-03-02T12:00:00Z')
    await shop.call(`/api/admin/shipping/zones/${zone.json.id}`, { as: owner, method: 'DELETE' })
    await shop.changeSettings({ shipping: { cutOffHour: null } })
    await expect.poll(() => shop.system.shippingZones).toEqual([])
  })

  it('is not promised without the setting [B-10.98]', async () => {
    await promise(null)
    const { id, buyer } = await staffing.paidOrder()
    expect(await staffing.shown(id, buyer)).toMatchObject({ shipBy: null })
    expect(await receiptOf(buyer.email)).not.toContain('leaves us')
  })

  it('counts from the address of an order that waited for one [B-10.100]', async () => {
    await promise(1)
    // Ten minutes before midnight in the shop's zone.
    shop.clock.set('2026-03-03T06:50:00Z')
    const buyer = await shop.addUser({ address: false })
    const { id } = await staffing.paidOrder([{}], { as: buyer })
    expect(await staffing.shown(id, buyer)).toMatchObject({ shipTo: null, shipBy: null })
    shop.clock.advance(20 * 60_000)
    const address = { line1: '1 New Road', city: 'Provo', state: 'UT', postalCode: '84601' }
    const saved = await shop.call('/api/my/profile', { as: buyer, json: { shippingAddress: address } })
    expect(saved.status, saved.text).toBe(200)
    expect(await staffing.shown(id, buyer)).toMatchObject({ shipTo: address, shipBy: '2026-03-04' })
  })

  it.each([0, 31, 1.5])('of %d business days is refused as a setting', async handlingDays => {
    const owner = await shop.addUser({ role: 'owner' })
    const { status, json } = await shop.call('/api/admin/settings', {
      as: owner,
      method: 'PATCH',
      json: { settings: { shipping: { handlingDays } } },
    })
    expect([status, Object.keys(json.errors)]).toEqual([400, ['settings.shipping.handlingDays']])
  })
})
