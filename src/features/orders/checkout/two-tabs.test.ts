import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { openPayingShop } from '../testing/paying.ts'

const { shop, paying } = await openPayingShop({ connections: 20 })

const statusesOf = async (as: TestUser) =>
  (
    await shop.services.db
      .selectFrom('customer_order')
      .select('status')
      .where('user_id', '=', as.userId)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)

describe('the same cart in two tabs', () => {
  it('the newer payment page closes the older one, which takes no more money [B-10.53]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await paying.addProduct({ stock: [5] })
    const other = await paying.addProduct()
    const { json: first } = await paying.checkout(as, [item, other.item])
    const { json: second } = await paying.checkout(as, [other.item, item], { smsConsent: true })
    await expect(paying.pay(first.url)).rejects.toThrow('410')
    await paying.pay(second.url)
    expect((await paying.verify(as, second.id)).json.status).toBe('paid')
    expect((await paying.verify(as, first.id)).json.status).toBe('cancelled')
    expect(await statusesOf(as)).toEqual(['cancelled', 'paid'])
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
  })

  it('a cart paid in the first tab is reported as paid before any webhook, and no other page opens', async () => {
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    const { productId, variantId } = (await shop.call(`/api/orders/${bought.session.orderId}`, { as })).json.lines[0]
    const again = await paying.checkout(as, [{ productId, variantId, quantity: 1 }])
    expect(again.json).toMatchObject({
      status: 409,
      code: 'already_paid',
      detail: expect.stringMatching(/^This cart has just been paid for: RD-\d{6}\.$/),
      orderId: bought.session.orderId,
    })
    await paying.expectSettledOnce(as, bought)
    expect(await statusesOf(as)).toEqual(['paid', 'cancelled'])
    // A second press after the payment starts a new order.
    expect((await paying.checkout(as, [{ productId, variantId, quantity: 1 }])).status).toBe(200)
  })

  it('a cart opened twenty times concurrently leads to one page, one order and one charge [B-10.53] [B-11.33]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await paying.addProduct({ stock: [50] })
    const answers = await Promise.all(Array.from({ length: 20 }, () => paying.checkout(as, [item])))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const urls = [...new Set(answers.map(({ json }) => json.url as string))]
    const paid = await Promise.allSettled(urls.map(url => paying.pay(url)))
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const { json } of answers) await paying.verify(as, json.id)
    const statuses = await statusesOf(as)
    expect(statuses.filter(status => status === 'paid')).toHaveLength(1)
    expect(statuses.filter(status => status === 'pending')).toEqual([])
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 49, held: 0 })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 2 })
  })

  it('a repeat under the key of a closed order is marked as repeated, and its session reads as cancelled [B-10.101]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await paying.addProduct({ stock: [5] })
    const press = (key: string) =>
      shop.call('/api/payments/checkout-session', { as, json: { items: [item] }, headers: { 'idempotency-key': key } })
    const { json: first } = await press('this device')
    await press('another device')
    const repeat = await press('this device')
    expect([repeat.json, repeat.headers.get('idempotency-replayed')]).toEqual([first, 'true'])
    expect((await paying.verify(as, first.id)).json.status).toBe('cancelled')
    const { json: newest } = await press('the next press')
    await paying.pay(newest.url)
    expect((await paying.verify(as, newest.id)).json.status).toBe('paid')
    expect(await statusesOf(as)).toEqual(['cancelled', 'cancelled', 'paid'])
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
  })

  it('payment pages of one account are stored one at a time, so that the second checkout sees the page of the first [B-10.53]', async () => {
    const as = await shop.addUser()
    const { item } = await paying.addProduct()
    const { json: one } = await paying.checkout(as, [item])
    const { json: two } = await paying.checkout(as, [{ ...item, quantity: 2 }])
    const { pool } = shop.services
    const store = 'select * from note_session($1, $2, now())'
    const first = await pool.connect()
    try {
      await first.query('begin')
      await first.query(store, [one.orderId, one.id])
      const second = pool.query(store, [two.orderId, two.id])
      const waiting = async () =>
        (
          await pool.query(
            `select from pg_locks where locktype = 'advisory' and not granted
               and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rowCount
      await expect.poll(waiting).toBe(1)
      await first.query('commit')
      expect((await second).rows).toEqual([{ is_noted: true, alike: [] }])
    } finally {
      first.release()
    }
  })

  it('different carts stay two payments', async () => {
    const as = await shop.addUser()
    const { item } = await paying.addProduct()
    const { json: one } = await paying.checkout(as, [item])
    const { json: two } = await paying.checkout(as, [{ ...item, quantity: 2 }])
    for (const { id, url } of [one, two]) {
      await paying.pay(url)
      expect((await paying.verify(as, id)).json.status).toBe('paid')
    }
  })
})
