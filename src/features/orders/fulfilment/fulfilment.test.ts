import { describe, expect, it } from 'vitest'
import { settle } from '../payment/commands/settle.server.ts'
import { openStaffedShop } from '../testing/staffing.ts'

const { shop, staffing } = await openStaffedShop({ connections: 24 })

const PARCEL = { carrier: 'UPS', trackingNumber: '1z 999-AA1' }
const CANCEL = { reason: 'Asked to by telephone' }
const kinds = (order: { events: { kind: string }[] }) => order.events.map(event => event.kind)

describe('a paid order', () => {
  it('a paid order is packed, sent and delivered, and its buyer is notified of each step [B-11.14]', async () => {
    const { id, buyer } = await staffing.paidOrder([{ name: 'Field Pack', stock: [5] }])
    expect((await staffing.step(id, 'pack')).json).toMatchObject({ status: 'packed', fulfilment: 'packed' })
    expect((await staffing.step(id, 'unpack')).json).toMatchObject({ status: 'paid', fulfilment: 'unfulfilled' })
    await staffing.step(id, 'pack')
    const told: unknown[] = []
    const unsubscribe = shop.services.signals.subscribe('my', message => told.push(message))
    const { json: sent } = await staffing.staff(`orders/${id}/ship`, PARCEL)
    const trackingUrl = 'https://www.ups.com/track?tracknum=1Z999AA1'
    expect(sent).toMatchObject({ status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA1', trackingUrl })
    const corrected = { carrier: 'USPS', trackingNumber: '9400' }
    expect((await staffing.staff(`orders/${id}/ship`, corrected)).json).toMatchObject({
      status: 'shipped',
      ...corrected,
    })
    // A repeated request changes nothing and sends no message.
    expect((await staffing.staff(`orders/${id}/ship`, corrected)).status).toBe(200)
    expect((await staffing.step(id, 'deliver')).json).toMatchObject({ status: 'delivered', paymentStatus: 'paid' })
    await shop.settleJobs()
    unsubscribe()
    expect(told).toEqual(Array(3).fill({ userId: buyer.userId, changed: ['orders'] }))

    const order = await staffing.shown(id, buyer)
    expect(kinds(order)).toEqual(['placed', 'paid', 'packed', 'packed', 'shipped', 'tracking', 'delivered'])
    expect(order.events[4].detail).toEqual({ carrier: 'UPS', trackingNumber: '1Z999AA1', trackingUrl })
    expect(order).not.toHaveProperty('staff')
    const { staff } = await staffing.shown(id)
    expect(kinds(staff)).toContain('unpacked')
    expect(staff.events.at(-1)).toMatchObject({ kind: 'delivered', actor: 'Robin Keeper' })

    const reference = order.reference
    const emails = (await shop.outbox(buyer.email)).map(({ subject }) => subject).toReversed()
    expect(emails.slice(1)).toEqual([
      `Your Redoubt order ${reference} has shipped`,
      `New tracking for your Redoubt order ${reference}`,
      `Your Redoubt order ${reference} was delivered`,
    ])
    const shipped = (await shop.outbox(buyer.email)).find(({ subject }) => subject.endsWith('has shipped'))!
    for (const part of [trackingUrl, '1 × Field Pack', `/orders/${id}`]) expect(shipped.text).toContain(part)
  })

  it('notes on an order are readable by staff only [B-11.16]', async () => {
    const { id, buyer } = await staffing.paidOrder()
    expect((await staffing.staff(`orders/${id}/notes`, { note: ' ' })).json.errors).toEqual({
      note: ['Please write something.'],
    })
    await staffing.staff(`orders/${id}/notes`, { note: 'Gate code 4711.' })
    expect(kinds(await staffing.shown(id, buyer))).toEqual(['placed', 'paid'])
    const { staff } = await staffing.shown(id)
    expect(staff.events.at(-1)).toMatchObject({ kind: 'note', note: 'Gate code 4711.', actor: 'Robin Keeper' })
    const { records } = (await staffing.staff(`records?type=order&id=${id}`)).json
    expect(records[0]).toMatchObject({ action: 'noted', reason: null, subject: { type: 'order' } })
  })

  it('one of twenty concurrent calls packs an order, and the others get its state', async () => {
    const { id } = await staffing.paidOrder()
    const answers = await Promise.all(Array.from({ length: 20 }, () => staffing.step(id, 'pack')))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(19)
    for (const { json } of refused) {
      expect(json).toMatchObject({ code: 'order_moved', status: 409, detail: expect.stringContaining('packed') })
    }
    expect(kinds(await staffing.shown(id))).toEqual(['placed', 'paid', 'packed'])
  })

  it('a free order is not sent once it is refunded', async () => {
    const coupon = { code: 'WHOLE', discount: { kind: 'percent', amount: 100 } }
    expect((await staffing.staff('codes', coupon)).status).toBe(200)
    for (let round = 0; round < 6; round++) {
      const { id, variantIds } = await staffing.paidOrder([{ stock: [5] }], { extra: { code: coupon.code } })
      const refund = () => staffing.staff(`orders/${id}/refunds`, { reason: 'Not wanted', restock: true })
      const ship = () => staffing.staff(`orders/${id}/ship`, PARCEL)
      const acts = round % 2 ? [refund, ship] : [ship, refund]
      await Promise.all(acts.map(act => act()))
      const shown = kinds(await staffing.shown(id))
      // A shipped order may be refunded. Refunded goods are restocked and not sent.
      const [refunded, shipped] = [shown.indexOf('refunded'), shown.indexOf('shipped')]
      expect(refunded >= 0 && shipped > refunded, shown.join()).toBe(false)
      expect(await staffing.stockOf(variantIds[0]!)).toMatchObject({ stock_on_hand: refunded < 0 ? 4 : 5 })
    }
  })

  it('several orders are packed in one call, each with its own result', async () => {
    const [one, two] = [await staffing.paidOrder(), await staffing.paidOrder()]
    await staffing.step(two.id, 'pack')
    const { json } = await staffing.staff('orders/pack', { ids: [one.id, two.id, 'no-order', one.id] })
    expect(json.results).toEqual([
      { id: one.id, ok: true, status: 'packed', error: null },
      { id: two.id, ok: false, status: 'packed', error: expect.stringContaining('packed now') },
      { id: 'no-order', ok: false, status: null, error: 'We could not find this order.' },
    ])
  })
})

describe('what staff may do', () => {
  type Made = { id: string }
  const upTo =
    (...names: string[]) =>
    async (): Promise<Made> => {
      const order = await staffing.paidOrder()
      for (const name of names) {
        const body = { ship: PARCEL, cancel: CANCEL, refunds: { reason: 'Asked' } }[name]
        const { status, text } = await (body
          ? staffing.staff(`orders/${order.id}/${name}`, body)
          : staffing.step(order.id, name))
        expect(status, text).toBe(200)
      }
      return order
    }
  async function pending(): Promise<Made> {
    const { item } = await staffing.addProduct()
    return { id: (await staffing.checkout(await shop.addUser(), [item])).json.orderId }
  }
  async function review(): Promise<Made> {
    const { session } = await staffing.paidCheckout(await shop.addUser())
    await shop.services.pool.query(
      'update customer_order set shipping_cents = 100, total_cents = total_cents + 100 where id = $1',
      [session.orderId],
    )
    const { rows } = await shop.services.pool.query('select * from customer_order where id = $1', [session.orderId])
    expect(await settle(shop.system, rows[0].id)).toBe('review')
    return { id: session.orderId }
  }
  async function membership(): Promise<Made> {
    return staffing.paidOrder([{ interval: 'month', priceCents: 2499, stock: [null], entries: 0 }])
  }

  const STATES: Record<string, () => Promise<Made>> = {
    pending,
    paid: upTo(),
    packed: upTo('pack'),
    shipped: upTo('ship'),
    delivered: upTo('ship', 'deliver'),
    cancelled: upTo('cancel'),
    refunded: upTo('refunds'),
    on_hold: review,
    membership,
  }
  const moved = (status: string) => `order_moved ${status}`
  /** Each action in each state: `ok`, or the refusal code and the reported status. */
  const TABLE: [action: string, Record<string, string>][] = [
    ['pack', { ...each(moved), paid: 'ok', membership: 'nothing_to_send' }],
    ['unpack', { ...each(moved), packed: 'ok', membership: moved('paid') }],
    [
      'ship',
      { ...each(moved), paid: 'ok', packed: 'ok', shipped: 'ok', delivered: 'ok', membership: 'nothing_to_send' },
    ],
    ['deliver', { ...each(moved), shipped: 'ok', membership: moved('paid') }],
    [
      'cancel',
      {
        ...each(moved),
        ...{ pending: 'ok', paid: 'ok', packed: 'ok', membership: 'nothing_to_send' },
        ...{ shipped: 'sent_already', delivered: 'sent_already' },
      },
    ],
    [
      'refunds',
      {
        ...each(() => 'ok'),
        ...{ pending: 'not_refundable', on_hold: 'not_refundable' },
        ...{ cancelled: 'nothing_to_refund', refunded: 'nothing_to_refund' },
      },
    ],
    ['review', { ...each(() => 'not_in_review'), on_hold: 'ok' }],
  ]
  function each(of: (state: string) => string): Record<string, string> {
    const states = [
      'pending',
      'paid',
      'packed',
      'shipped',
      'delivered',
      'cancelled',
      'refunded',
      'on_hold',
      'membership',
    ]
    return Object.fromEntries(states.map(state => [state, of(state)]))
  }
  const BODIES: Record<string, object> = {
    ship: { carrier: 'DHL', trackingNumber: '77' },
    cancel: CANCEL,
    refunds: { reason: 'Asked' },
    review: { decision: 'accept', reason: 'The dollar is ours' },
  }

  it('allowed actions depend on the state of the order [B-11.14]', async () => {
    const wrong: string[] = []
    for (const [state, make] of Object.entries(STATES)) {
      let order = await make()
      for (const [action, expected] of TABLE) {
        const path = `orders/${order.id}/${action}`
        const { status, json } = await (BODIES[action]
          ? staffing.staff(path, BODIES[action])
          : staffing.step(order.id, action))
        const where = json.code === 'order_moved' ? ` ${/is (\w+) now/.exec(json.detail)![1]}` : ''
        const found = status === 200 ? 'ok' : `${json.code}${where}`
        if (found !== expected[state]) wrong.push(`${action} of ${state}: ${found}, not ${expected[state]}`)
        if (status === 200) order = await make()
      }
    }
    expect(wrong).toEqual([])
  })

  it('only staff act on orders', async () => {
    const { id, buyer } = await staffing.paidOrder()
    for (const path of [`orders/${id}/pack`, `orders/${id}/deliver`, `orders/${id}/unpack`]) {
      expect((await shop.call(`/api/admin/${path}`, { as: buyer, method: 'POST' })).status).toBe(403)
    }
    for (const path of ['orders', 'orders/counts', 'orders/export']) {
      expect((await shop.call(`/api/admin/${path}`, { as: buyer })).status).toBe(403)
    }
    expect((await staffing.step('019c0000-0000-7000-8000-000000000000', 'pack')).json.code).toBe('order_not_found')
  })

  it('shipping requires an address', async () => {
    const as = await shop.addUser({ address: false })
    const { id } = await staffing.paidOrder([{}], { as })
    expect((await staffing.step(id, 'pack')).status).toBe(200)
    expect((await staffing.staff(`orders/${id}/ship`, PARCEL)).json.code).toBe('address_missing')
  })
})
