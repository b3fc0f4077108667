import { describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import { openStaffedShop } from '../testing/staffing.ts'

const { shop, staffing } = await openStaffedShop({ connections: 40 })

const WHY = { reason: 'Does not fit' }
const refund = (id: string, body: object = {}) => staffing.staff(`orders/${id}/refunds`, { ...WHY, ...body })
const preview = (id: string, body: object = {}) => staffing.staff(`orders/${id}/refunds/preview`, body)

describe('a refund', () => {
  it('a refund of a whole order pays back everything and takes its credits; buyer and staff are notified', async () => {
    // 2 × 40.00: fee 4.00, tax 8.25% of 80.00 = 6.60; total 90.60.
    const { id, buyer, variantIds } = await staffing.paidOrder([{ name: 'Range Tee', quantity: 2, stock: [5] }])
    const { json: told } = await preview(id, { restock: true })
    expect(told).toMatchObject({
      parts: {
        subtotal: 80,
        discount: 0,
        fee: { amount: 4, clientShare: 2.8, platformShare: 1.2 },
        tax: 6.6,
        amount: 90.6,
      },
      lines: [{ position: 0, name: 'Range Tee', quantity: 2, amount: 80 }],
      credits: [{ tier: 'Silver', earned: 4, spent: 0, takenBack: 4, entriesRemoved: 0 }],
      spentOn: [],
      restocked: 2,
    })
    expect((await refund(id, { restock: true })).json).toMatchObject({ status: 'refunded', refunded: 90.6 })
    await shop.settleJobs()
    const order = await staffing.shown(id, buyer)
    const line = { position: 0, name: 'Range Tee', quantity: 2, amount: 80 }
    expect(order.refunds).toMatchObject([{ amount: 90.6, status: 'succeeded', credits: { Silver: 4 }, lines: [line] }])
    expect(order.events.at(-1)).toMatchObject({ kind: 'refunded', detail: { amount: 90.6, credits: { Silver: 4 } } })
    expect(order.lines).toMatchObject([{ refunded: 2 }])
    const { staff } = await staffing.shown(id)
    expect(staff.refunds).toMatchObject([
      {
        reason: WHY.reason,
        actor: 'Robin Keeper',
        origin: 'staff',
        providerId: expect.stringMatching(/^re_/),
        attempt: 1,
      },
    ])
    expect(await staffing.paidBack(id)).toBe(9060)
    expect(await staffing.available(buyer)).toMatchObject({ silverCredits: 0 })
    expect(await staffing.stockOf(variantIds[0]!)).toEqual({ stock_on_hand: 5, held: 0 })
    const [message] = await shop.outbox(buyer.email)
    for (const part of ['$90.60', '2 × Range Tee', '4 Silver', `/orders/${id}`]) expect(message!.text).toContain(part)
    const { json: history } = await shop.call('/api/my/credits/history', { as: buyer })
    expect(history.items[0]).toMatchObject({
      type: 'reversed',
      amount: -4,
      sourceType: 'refund',
      sourceId: order.refunds[0].id,
    })
    const { purchases } = (await shop.call('/api/my/purchases', { as: buyer })).json
    expect(purchases).toMatchObject([{ quantity: 2, refunded: 2 }])
    expect((await refund(id)).json.code).toBe('nothing_to_refund')
  })

  it('a refund by pieces keeps the order’s state, and the last piece pays back exactly the rest [B-11.16]', async () => {
    const { id, variantIds } = await staffing.paidOrder([
      { quantity: 3, priceCents: 3333 },
      { priceCents: 1999, tier: 'Gold' },
    ])
    await staffing.step(id, 'pack')
    const first = await refund(id, { lines: [{ position: 0, quantity: 2 }] })
    expect(first.json).toMatchObject({ status: 'packed', refunds: [{ lines: [{ position: 0, quantity: 2 }] }] })
    expect((await refund(id, { lines: [{ position: 0, quantity: 2 }] })).json).toMatchObject({
      code: 'beyond_refundable',
      detail: expect.stringMatching(/Only 1 of/),
    })
    expect((await refund(id, { lines: [{ position: 7, quantity: 1 }] })).json.code).toBe('beyond_refundable')
    await refund(id, { lines: [{ position: 1, quantity: 1 }] })
    const { json: order } = await refund(id)
    expect(order).toMatchObject({ status: 'refunded', refunded: order.total })
    await shop.settleJobs()
    expect(await staffing.paidBack(id)).toBe(Math.round(order.total * 100))
    // Staff did not ask for restocking, so the stock is unchanged.
    expect(await staffing.stockOf(variantIds[0]!)).toMatchObject({ stock_on_hand: 97 })
  })

  it('many concurrent requests for a refund are one [B-11.35]', async () => {
    const { id, buyer } = await staffing.paidOrder([{ quantity: 2 }])
    const answers = await Promise.all(Array.from({ length: few(12, 50) }, () => refund(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ json }) => json.code))).toEqual(new Set([undefined, 'nothing_to_refund']))
    await shop.settleJobs()
    const { total } = await staffing.shown(id)
    expect(await staffing.paidBack(id)).toBe(Math.round(total * 100))
    expect(await staffing.available(buyer)).toMatchObject({ silverCredits: 0 })
  })

  it('many concurrent refunds of a piece pay it back once', async () => {
    const { id } = await staffing.paidOrder([{ quantity: 5, priceCents: 1111 }])
    const answers = await Promise.all(
      Array.from({ length: few(12, 50) }, () => refund(id, { lines: [{ position: 0, quantity: 1 }], restock: true })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    await shop.settleJobs()
    const order = await staffing.shown(id)
    expect(order).toMatchObject({ status: 'refunded', refunded: order.total })
    expect(order.refunds).toHaveLength(5)
    expect(await staffing.paidBack(id)).toBe(Math.round(order.total * 100))
  })

  it('a refund of owed pieces cancels them and returns nothing to stock', async () => {
    const { id, variantIds } = await staffing.paidOrder([{ quantity: 3, stock: [3] }])
    await shop.services.pool.query('update order_line set backordered = 2 where order_id = $1', [id])
    expect((await preview(id, { restock: true })).json.restocked).toBe(1)
    const { json } = await refund(id, { restock: true, lines: [{ position: 0, quantity: 2 }] })
    expect(json.lines).toMatchObject([{ refunded: 2, backordered: 0 }])
    expect(await staffing.stockOf(variantIds[0]!)).toMatchObject({ stock_on_hand: 0 })
    await refund(id, { restock: true })
    expect(await staffing.stockOf(variantIds[0]!)).toMatchObject({ stock_on_hand: 1 })
  })

  it('a refund of a free order takes its credits and asks the provider for nothing', async () => {
    const coupon = { code: 'ALLFREE', discount: { kind: 'percent', amount: 100 } }
    expect((await staffing.staff('codes', coupon)).status).toBe(200)
    const { id, buyer } = await staffing.paidOrder([{ quantity: 2 }], { extra: { code: 'ALLFREE' } })
    expect(await staffing.shown(id)).toMatchObject({ paymentMethod: 'none', total: 0, codes: ['ALLFREE'] })
    const { json } = await refund(id)
    expect(json.refunds).toMatchObject([{ amount: 0, status: 'succeeded', credits: { Silver: 4 } }])
    expect((await refund(id)).json.code).toBe('nothing_to_refund')
    await shop.settleJobs()
    expect(await staffing.available(buyer)).toMatchObject({ silverCredits: 0 })
    expect((await shop.outbox(buyer.email))[0]!.text).toContain('We took back your order')
  })

  it('a free order whose pieces were all taken back is not to be packed [B-13.108]', async () => {
    const { id } = await staffing.paidOrder([{ quantity: 2, priceCents: 0 }])
    const toPack = async () =>
      (await staffing.staff('orders?status=to_pack')).json.orders.some((order: { id: string }) => order.id === id)
    await refund(id, { lines: [{ position: 0, quantity: 1 }] })
    expect(await toPack()).toBe(true)
    await refund(id)
    expect(await toPack()).toBe(false)
    expect((await staffing.staff(`orders/${id}/pack`, {})).json.code).toBe('nothing_to_send')
  })

  it('a refund of a first membership payment ends the membership', async () => {
    const premium = { interval: 'month' as const, priceCents: 2499, stock: [null], entries: 0 }
    const { id } = await staffing.paidOrder([premium])
    await shop.settleJobs()
    await refund(id)
    await shop.settleJobs()
    expect(await staffing.paidBack(id)).toBe(2499)
    const { subscription_id } = await staffing.orderRow(id)
    expect(await shop.system.payments.readSubscription(subscription_id!)).toMatchObject({ status: 'canceled' })
    expect(await staffing.shown(id)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] })
  })
})
