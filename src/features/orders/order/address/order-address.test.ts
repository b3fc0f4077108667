import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { staffingIn } from '../../testing/staffing.ts'

const shop = await testShop({ connections: 10 })
const staffing = await staffingIn(shop)
afterEach(() => staffing.expectAudited())

const NEW = { name: 'Sam Porter', line1: '9 New Road', city: 'Reno', state: 'NV', postalCode: '89501' }
const ON_FILE = { line1: '1 Fort Street', city: 'Provo', state: 'UT', postalCode: '84601' }

const put = (id: string, as: TestUser, json: object = NEW) =>
  shop.call(`/api/orders/${id}/shipping-address`, { as, method: 'PUT', json })
const putByStaff = (id: string, json: object = { ...NEW, reason: 'Asked by phone' }, as = staffing.admin) =>
  shop.call(`/api/admin/orders/${id}/shipping-address`, { as, method: 'PUT', json })
const saveOnFile = (as: TestUser, shippingAddress: object = ON_FILE) =>
  shop.call('/api/my/profile', { as, json: { shippingAddress } })
const paidWithout = async () => staffing.paidOrder([{}], { as: await shop.addUser({ address: false }) })
const kindsOf = async (id: string) =>
  (await staffing.shown(id)).events.map((event: { kind: string }) => event.kind) as string[]

describe('an address that is saved later', () => {
  it('every paid, unsent order without an address gets it, and no other [B-11.48]', async () => {
    const as = await shop.addUser({ address: false })
    const order = () => staffing.paidOrder([{}], { as })
    const waiting = [await order(), await order()]
    await staffing.step(waiting[1]!.id, 'pack')
    const cancelled = await order()
    await staffing.staff(`orders/${cancelled.id}/cancel`, { reason: 'Not wanted' })
    const own = await order()
    await put(own.id, as)
    expect((await saveOnFile(as)).status).toBe(200)
    for (const { id } of waiting) {
      expect(await staffing.shown(id)).toMatchObject({ shipTo: { ...ON_FILE, name: 'Sam Porter', country: 'US' } })
      expect(await kindsOf(id)).toContain('address')
    }
    expect((await staffing.shown(cancelled.id)).shipTo).toBeNull()
    expect((await staffing.shown(own.id)).shipTo).toMatchObject({ city: 'Reno' })
    // A later correction of the profile changes no order that has an address.
    await saveOnFile(as, { ...ON_FILE, city: 'Orem' })
    expect((await staffing.shown(waiting[0]!.id)).shipTo).toMatchObject({ city: 'Provo' })
    expect((await staffing.staff(`orders/${waiting[0]!.id}/ship`, { carrier: 'UPS' })).status).toBe(200)
  })

  it('reports place the order by its address from then on: its day is rolled up again [B-11.48]', async () => {
    const { pool } = shop.services
    await shop.changeSettings({ tax: { mode: 'destination' } })
    const { id, buyer } = await paidWithout()
    await shop.changeSettings({ tax: { mode: 'fixed' } })
    await pool.query(
      'insert into revenue_rolled_day (day, rolled_at) select shop_day(paid_at), paid_at from customer_order where id = $1',
      [id],
    )
    const stale = async () => (await pool.query('select from revenue_stale_day')).rowCount
    expect(await stale()).toBe(0)
    await saveOnFile(buyer)
    expect(await stale()).toBe(1)
    await pool.query('delete from revenue_stale_day')
    // Another street in the same state moves nothing.
    await put(id, buyer, { ...NEW, state: 'UT', postalCode: '84601' })
    expect(await stale()).toBe(0)
    await pool.query('delete from revenue_rolled_day')
  })

  it('an address that staff save counts, and a merge brings that of the other account [B-11.48]', async () => {
    const { id, buyer } = await paidWithout()
    const json = { address: ON_FILE, reason: 'Given by phone' }
    await shop.call(`/api/admin/users/${buyer.userId}`, { as: staffing.admin, method: 'PATCH', json })
    expect((await staffing.shown(id)).shipTo).toMatchObject(ON_FILE)

    const other = await paidWithout()
    const from = await shop.addUser()
    const merge = { from: from.userId, into: other.buyer.userId, reason: 'One person' }
    const { status, json: answer } = await staffing.staff('users/merge', merge)
    expect([status, answer.errors]).toEqual([200, undefined])
    expect((await staffing.shown(other.id)).shipTo).toMatchObject(ON_FILE)
  })

  it('an address that was saved between checkout and payment is the order’s [B-11.48]', async () => {
    const as = await shop.addUser({ address: false })
    const { item } = await staffing.addProduct()
    const { json } = await staffing.checkout(as, [item])
    await saveOnFile(as)
    expect((await staffing.shown(json.orderId)).shipTo).toBeNull()
    await staffing.pay(json.url)
    await staffing.verify(as, json.id)
    const { shipTo, events } = await staffing.shown(json.orderId)
    expect(shipTo).toMatchObject(ON_FILE)
    expect(events.map((event: { kind: string }) => event.kind)).toEqual(['placed', 'paid', 'address'])
  })
})

describe('the address of an order', () => {
  it('its buyer gives and corrects it until it is packed, and is told [B-11.49] [B-5.32]', async () => {
    const { id, buyer } = await paidWithout()
    expect(await staffing.shown(id, buyer)).toMatchObject({ shipTo: null, canChangeAddress: true })
    const given = await put(id, buyer)
    expect(given.json).toMatchObject({ shipTo: { ...NEW, line2: null, country: 'US' }, canChangeAddress: true })
    await put(id, buyer, { ...NEW, line2: ' Gate 4 ' })
    expect((await staffing.shown(id, buyer)).shipTo).toMatchObject({ line2: 'Gate 4' })
    // An address that stays changes nothing.
    await put(id, buyer, { ...NEW, line2: 'Gate 4' })
    expect((await kindsOf(id)).filter(kind => kind === 'address')).toHaveLength(2)
    await shop.settleJobs()
    const emails = await shop.outbox(buyer.email)
    expect(emails.filter(({ subject }) => /^The shipping address of/.test(subject))).toHaveLength(2)

    await staffing.step(id, 'pack')
    expect(await staffing.shown(id, buyer)).toMatchObject({ canChangeAddress: false })
    expect((await put(id, buyer)).json).toMatchObject({
      status: 409,
      code: 'order_moved',
      detail: 'This order is packed now. Please look at it again.',
    })
    expect((await staffing.shown(id)).shipTo).toMatchObject({ line2: 'Gate 4' })
  })

  it('a packed order without an address still takes one from its buyer [B-11.49]', async () => {
    const { id, buyer } = await paidWithout()
    await staffing.step(id, 'pack')
    expect((await put(id, buyer)).json.shipTo).toMatchObject(NEW)
    expect((await put(id, buyer, { ...NEW, city: 'Sparks' })).json.code).toBe('order_moved')
  })

  it('staff with the right give and correct it until it is sent, with a reason [B-11.49]', async () => {
    const { id, buyer } = await staffing.paidOrder()
    await staffing.step(id, 'pack')
    const reader = await shop.addUser({ role: 'support' })
    expect((await putByStaff(id, undefined, reader)).status).toBe(403)
    expect((await putByStaff(id, NEW)).json.errors).toHaveProperty('reason')
    const packer = await shop.addUser({ role: 'fulfilment', name: 'Casey Packer' })
    const { json } = await putByStaff(id, undefined, packer)
    expect(json).toMatchObject({ shipTo: NEW, staff: { buyer: { name: 'Sam Porter', phone: '+18015550100' } } })
    expect(json.staff.actions).toContain('address')
    expect(json.staff.events.at(-1)).toMatchObject({ kind: 'address', note: 'Asked by phone', actor: 'Casey Packer' })
    expect((await staffing.shown(id, buyer)).events.at(-1)).toMatchObject({ kind: 'address', detail: { state: 'NV' } })
    await staffing.staff(`orders/${id}/ship`, { carrier: 'UPS' })
    expect((await putByStaff(id, { ...NEW, city: 'Sparks', reason: 'Late' })).json.code).toBe('order_moved')
    expect((await staffing.shown(id)).staff.actions).not.toContain('address')
  })

  it('the audit log names each change and no street [B-11.49]', async () => {
    const { id, buyer } = await paidWithout()
    const records = async () =>
      (await shop.call(`/api/admin/records?type=order&id=${id}&limit=10`, { as: staffing.admin })).json.records
    await put(id, buyer)
    await putByStaff(id, { ...NEW, city: 'Sparks', reason: 'Asked by phone' })
    expect(await records()).toMatchObject([
      { action: 'changed the address', reason: 'Asked by phone', after: { state: 'NV' } },
      { action: 'changed the address', reason: null, after: { state: 'NV' } },
    ])
    expect(JSON.stringify(await records())).not.toContain('New Road')
  })

  it('strangers, other orders and unfit addresses are refused, and nothing changes [B-5.32]', async () => {
    const { id, buyer } = await paidWithout()
    const stranger = await shop.addUser()
    expect((await put(id, stranger)).status).toBe(403)
    expect((await put('nowhere', buyer)).json.code).toBe('order_not_found')
    expect((await shop.call(`/api/orders/${id}/shipping-address`, { method: 'PUT', json: NEW })).status).toBe(401)
    const blank = { name: ' ', line1: '', city: ' ', state: '', postalCode: '\t' }
    expect((await put(id, buyer, blank)).json.errors).toEqual({
      name: ['Name is required'],
      line1: ['Address is required'],
      city: ['City is required'],
      state: ['State is required'],
      postalCode: ['Postal code is required'],
    })
    await shop.services.db.updateTable('customer_order').set({ dispute_hold: 'open' }).where('id', '=', id).execute()
    expect((await put(id, buyer)).json.code).toBe('order_disputed')
    const membership = await staffing.paidOrder([{ interval: 'month', stock: [null] }])
    expect((await put(membership.id, membership.buyer)).json.code).toBe('nothing_to_send')
    const { item } = await staffing.addProduct()
    const unpaid = await staffing.checkout(buyer, [item])
    expect((await put(unpaid.json.orderId, buyer)).json.code).toBe('order_moved')
    expect((await staffing.shown(id)).shipTo).toBeNull()
  })
})
