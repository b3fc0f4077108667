import { describe, expect, it } from 'vitest'
import { findStoredOrder } from '../order/stored-order.server.ts'
import { closeOrder } from '../payment/commands/close-order.server.ts'
import { openStaffedShop } from '../testing/staffing.ts'

const { shop, staffing } = await openStaffedShop({ connections: 24 })

const CANCEL = { reason: 'Asked to by telephone' }
const kinds = (order: { events: { kind: string }[] }) => order.events.map(event => event.kind)

describe('an order that staff cancel', () => {
  it('an order cancelled while it is being paid can no longer be paid, and its stock returns', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await staffing.addProduct({ stock: [1] })
    const { json: session } = await staffing.checkout(as, [item])
    expect((await staffing.staff(`orders/${session.orderId}/cancel`, CANCEL)).json.status).toBe('cancelled')
    expect(await staffing.stockOf(variantId)).toEqual({ stock_on_hand: 1, held: 0 })
    await expect(staffing.pay(session.url)).rejects.toThrow('410')
    const { subject, text } = (await shop.outbox(as.email))[0]!
    expect([subject, text]).toEqual([
      expect.stringContaining('was cancelled'),
      expect.stringContaining('Nothing was charged.'),
    ])
    const { staff } = await staffing.shown(session.orderId)
    const said = staff.events.find((event: { kind: string }) => event.kind === 'note')
    expect(said).toMatchObject({ note: `Cancelled by staff: ${CANCEL.reason}`, actor: 'Robin Keeper' })
  })

  it('an order paid a moment before is settled instead of cancelled, and staff are notified', async () => {
    const as = await shop.addUser()
    const { session } = await staffing.paidCheckout(as)
    const { json } = await staffing.staff(`orders/${session.orderId}/cancel`, CANCEL)
    expect(json).toMatchObject({ code: 'order_moved', detail: expect.stringContaining('is paid now') })
    expect(await staffing.orderRow(session.orderId)).toMatchObject({ status: 'paid', refunded_cents: 0 })
  })

  it('a paid order that is cancelled is refunded whole, its pieces return to stock, and its credits are taken back [B-11.16]', async () => {
    const { id, buyer, variantIds } = await staffing.paidOrder([{ stock: [5], quantity: 2, tier: 'Gold', entries: 3 }])
    expect(await staffing.available(buyer)).toMatchObject({ goldCredits: 6 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => staffing.staff(`orders/${id}/cancel`, CANCEL)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    await shop.settleJobs()
    const order = await staffing.shown(id, buyer)
    expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'paid', refunded: order.total })
    expect(order.refunds).toMatchObject([{ status: 'succeeded', amount: order.total, credits: { Gold: 6 } }])
    expect(await staffing.paidBack(id)).toBe(Math.round(order.total * 100))
    expect(await staffing.stockOf(variantIds[0]!)).toEqual({ stock_on_hand: 5, held: 0 })
    expect(await staffing.available(buyer)).toMatchObject({ goldCredits: 0 })
    const subjects = (await shop.outbox(buyer.email)).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.endsWith('was cancelled'))).toHaveLength(1)
    expect(subjects.filter(subject => subject.startsWith('Refund of'))).toHaveLength(1)
  })
})

describe('an order held for checking', () => {
  async function orderOnHold(before = async (_orderId: string) => {}) {
    const as = await shop.addUser()
    const bought = await staffing.paidCheckout(as)
    const { orderId } = bought.session
    await before(orderId)
    await shop.services.pool.query(
      'update customer_order set shipping_cents = 100, total_cents = total_cents + 100 where id = $1',
      [orderId],
    )
    await staffing.verify(as, bought.session.id)
    return { as, orderId, ...bought }
  }
  const decide = (orderId: string, decision: string) =>
    staffing.staff(`orders/${orderId}/review`, { decision, reason: 'Looked into' })

  it('an order on hold is pending for its owner, and staff see the reason', async () => {
    const { as, orderId } = await orderOnHold()
    expect(await staffing.shown(orderId, as)).toMatchObject({ status: 'pending', paymentStatus: 'pending' })
    expect(kinds(await staffing.shown(orderId, as))).toEqual(['placed'])
    const order = await staffing.shown(orderId)
    expect(order).toMatchObject({ status: 'on_hold', paymentStatus: 'on_hold', staff: { actions: ['review'] } })
    expect(order.staff.events.at(-1)).toMatchObject({
      kind: 'on_hold',
      note: expect.stringMatching(/^The payment is of \$[\d.]+, the order of \$[\d.]+\.$/),
    })
  })

  it('the state is on_hold in every answer and filter, and a filter by its stored value finds the same orders [B-11.62]', async () => {
    const { orderId } = await orderOnHold()
    const found = async (status: string) => (await staffing.staff(`orders?status=${status}&limit=50`)).json.orders
    const held = await found('on_hold')
    expect(held).toContainEqual(expect.objectContaining({ id: orderId, status: 'on_hold', paymentStatus: 'on_hold' }))
    expect(await found('review')).toEqual(held)
    const { counts } = (await staffing.staff('orders/counts')).json
    expect(counts).toMatchObject({ on_hold: held.length })
    expect(counts).not.toHaveProperty('review')
    const csv = (await staffing.staff('orders/export?status=review')).text
    expect(csv.split('\r\n').find(line => line.includes(orderId))).toContain(',on_hold,on_hold,')
  })

  it('settles an order on hold once after staff accept it', async () => {
    const { as, orderId, variantId } = await orderOnHold()
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(orderId, 'accept')))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await shop.settleJobs()
    expect(await staffing.shown(orderId, as)).toMatchObject({ status: 'paid' })
    expect(await staffing.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
    expect(await staffing.available(as)).toMatchObject({ silverCredits: 2 })
    expect(await shop.outbox(as.email)).toHaveLength(1)
  })

  it('an order on hold that is refunded returns money and stock once, and never counts as paid', async () => {
    const { as, orderId, variantId, session } = await orderOnHold()
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(orderId, 'refund')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await staffing.orderRow(orderId)).toMatchObject({ status: 'cancelled', refunded_cents: 0 })
    expect(await staffing.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 0 })
    const { paymentIntentId, amountCents } = await shop.system.payments.readCheckout(session.id)
    const { items } = await shop.system.payments.listRefunds({ since: new Date(0) })
    expect(items.filter(item => item.paymentIntentId === paymentIntentId)).toMatchObject([{ amountCents }])
    expect(kinds(await staffing.shown(orderId, as)).toSorted()).toEqual(['cancelled', 'placed', 'refunded'])
  })

  it('a payment on hold whose payment was partly refunded in the dashboard refunds the rest [B-11.52]', async () => {
    const { orderId, session } = await orderOnHold()
    const { paymentIntentId, amountCents } = await shop.system.payments.readCheckout(session.id)
    const byHand = { paymentIntentId: paymentIntentId!, amountCents: 500, idempotencyKey: `by hand ${orderId}` }
    await shop.system.payments.refund(byHand)
    expect((await decide(orderId, 'refund')).status).toBe(200)
    expect(await staffing.orderRow(orderId)).toMatchObject({ status: 'cancelled' })
    expect(await staffing.paidBack(orderId)).toBe(amountCents)
  })

  it('a payment on hold whose payment was refunded whole in the dashboard is cancelled without another refund', async () => {
    const { orderId, session } = await orderOnHold()
    const { paymentIntentId, amountCents } = await shop.system.payments.readCheckout(session.id)
    await shop.system.payments.refund({ paymentIntentId: paymentIntentId!, idempotencyKey: `by hand ${orderId}` })
    expect((await decide(orderId, 'refund')).status).toBe(200)
    expect(await staffing.orderRow(orderId)).toMatchObject({ status: 'cancelled' })
    expect(await staffing.paidBack(orderId)).toBe(amountCents)
  })

  it('a refunded order on hold stays cancelled although the provider reports its page as paid', async () => {
    const { as, orderId, session } = await orderOnHold()
    expect((await decide(orderId, 'refund')).status).toBe(200)
    await staffing.verify(as, session.id)
    await shop.call('/api/credits/reconcile', { as, json: { sessionId: session.id, email: as.email } })
    const check = { as: staffing.admin, method: 'POST' }
    expect((await shop.call('/api/admin/discrepancies/check', check)).status).toBe(200)
    expect(await staffing.orderRow(orderId)).toMatchObject({ status: 'cancelled' })
    expect((await decide(orderId, 'accept')).json).toMatchObject({ code: 'not_in_review' })
    expect(kinds(await staffing.shown(orderId, as)).toSorted()).toEqual(['cancelled', 'placed', 'refunded'])
  })

  it('two opposite decisions about a payment on hold end in either paid or refunded, never both', async () => {
    for (let round = 0; round < 6; round++) {
      const { as, orderId, session } = await orderOnHold()
      const ways = round % 2 ? ['refund', 'accept'] : ['accept', 'refund']
      const answers = await Promise.all(ways.map(way => decide(orderId, way)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const isPaid = answers[ways.indexOf('accept')]!.status === 200
      const { paymentIntentId, amountCents } = await shop.system.payments.readCheckout(session.id)
      const { items } = await shop.system.payments.listRefunds({ since: new Date(0) })
      const back = items.filter(item => item.paymentIntentId === paymentIntentId)
      expect(back).toMatchObject(isPaid ? [] : [{ amountCents }])
      expect(await staffing.orderRow(orderId)).toMatchObject({ status: isPaid ? 'paid' : 'cancelled' })
      expect(await staffing.available(as)).toMatchObject({ silverCredits: isPaid ? 2 : 0 })
    }
  })

  it('a payment on hold whose refund began before a crash can only be refunded', async () => {
    const { orderId, session } = await orderOnHold()
    const { paymentIntentId } = await shop.system.payments.readCheckout(session.id)
    await shop.services.db
      .updateTable('customer_order')
      .set({ payment_intent_id: paymentIntentId })
      .where('id', '=', orderId)
      .execute()
    expect((await decide(orderId, 'accept')).json).toMatchObject({ code: 'payment_unclear' })
    expect((await decide(orderId, 'refund')).status).toBe(200)
    expect(await staffing.orderRow(orderId)).toMatchObject({ status: 'cancelled' })
  })

  it('a payment on hold whose stock had returned takes the stock left and owes the rest', async () => {
    const { orderId, variantId } = await orderOnHold(async id => {
      const { pool } = shop.services
      await closeOrder(shop.system, (await findStoredOrder(shop.system, id))!, 'expired')
      await pool.query(
        'update product_variant set stock_on_hand = 0 where id = (select variant_id from order_line where order_id = $1)',
        [id],
      )
    })
    expect((await decide(orderId, 'accept')).json).toMatchObject({ status: 'paid', lines: [{ backordered: 1 }] })
    expect(await staffing.stockOf(variantId)).toEqual({ stock_on_hand: 0, held: 0 })
    const { email } = await staffing.shown(orderId)
    expect((await shop.outbox(email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Part of .* is late$/),
    )
  })
})
