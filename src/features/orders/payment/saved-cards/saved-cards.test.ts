import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { identityData } from '#features/identity/personal-data.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { ordersData } from '../../personal-data.server.ts'
import { cardholdersIn, VISA } from '../../testing/cardholders.ts'
import { openPayingShop } from '../../testing/paying.ts'
import { reconcileOrders } from '../../webhooks/commands/reconcile.server.ts'

const { shop, paying } = await openPayingShop({ connections: 20 })
const { payAndSave, cardsOf, cardholder } = cardholdersIn(shop)

const FAILS_LATER = '4000 0000 0000 0341'
const ASKS_HOLDER = '4000 0027 6000 3184'
const CONFIRM = 'POST /v1/payment_intents/*/confirm'

const chargesOf = async (orderIds: string[]) => {
  const { items } = await shop.system.payments.listCharges({ since: new Date(0) })
  return items.filter(({ orderId, isPaid }) => isPaid && orderIds.includes(orderId!))
}

const ordersOf = async (as: TestUser) =>
  shop.services.db
    .selectFrom('customer_order')
    .select(['id', 'status'])
    .where('user_id', '=', as.userId)
    .orderBy('id')
    .execute()

describe('a saved card', () => {
  it('is saved by consent on the page alone, and shown with brand, last digits and expiry [B-10.85]', async () => {
    const as = await shop.addUser()
    const { item } = await paying.addProduct()
    const { json } = await paying.checkout(as, [item])
    await paying.pay(json.url)
    await paying.verify(as, json.id)
    expect(await cardsOf(as)).toEqual([])
    const again = await paying.checkout(as, [item])
    await payAndSave(again.json.url, VISA)
    await paying.verify(as, again.json.id)
    const card = { id: expect.stringMatching(/^pm_/), paymentMethod: 'stripe', brand: 'Visa', last4: '4242' }
    expect(await cardsOf(as)).toEqual([{ ...card, expMonth: 12, expYear: 2034, isExpired: false }])
    const next = await paying.checkout(as, [item])
    expect((await shop.call(next.json.url)).text).toContain('with Visa ending in 4242')
  })

  it('pays an order by one press, without a page [B-10.86]', async () => {
    const { as, variantId, payByCard } = await cardholder()
    const { json, status } = await payByCard()
    expect([status, json.url]).toEqual([200, expect.stringContaining(`status=success&session_id=${json.id}`)])
    expect(await paying.orderRow(json.orderId)).toMatchObject({ status: 'paid' })
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
    expect((await paying.verify(as, json.id)).json).toMatchObject({ status: 'paid', orderId: json.orderId })
    const [charge] = await chargesOf([json.orderId])
    const { json: order } = await shop.call(`/api/orders/${json.orderId}`, { as })
    expect(charge!.amountCents).toBe(Math.round(order.total * 100))
  })

  it('is charged once by twenty presses, webhooks, return pages and the reconciler together [B-10.87]', async () => {
    const { as, variantId, payByCard } = await cardholder()
    const presses = await Promise.all(Array.from({ length: 20 }, () => payByCard()))
    const opened = presses.filter(({ status }) => status === 200).map(({ json }) => json)
    expect(opened.length).toBeGreaterThan(0)
    const events = await paying.newestWebhook('payment_intent.succeeded')
    await Promise.all([
      ...Array.from({ length: 5 }, () => paying.deliver(events)),
      ...opened.map(({ id }) => paying.verify(as, id)),
      reconcileOrders(shop.system, { all: true }),
    ])
    await shop.settleJobs()
    shop.clock.advance(3 * 60_000)
    await reconcileOrders(shop.system, { all: true })
    const orders = await ordersOf(as)
    expect(orders.map(({ status }) => status).filter(status => status === 'paid')).toHaveLength(2)
    expect(orders.filter(({ status }) => status === 'pending' || status === 'review')).toEqual([])
    expect(await chargesOf(orders.map(({ id }) => id))).toHaveLength(2)
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ goldCredits: 3 })
  })

  it('that is declined closes its order, keeps the cart and says why [B-10.88]', async () => {
    const { as, item, variantId, payByCard } = await cardholder(FAILS_LATER)
    const { version } = (await shop.call('/api/my/cart', { as })).json
    await shop.call('/api/my/cart', { method: 'PUT', as, json: { version, items: [item] } })
    const declined = await payByCard()
    expect(declined.json).toMatchObject({ status: 402, code: 'card_declined' })
    expect(declined.json.detail).toBe('Your card was declined. Nothing was charged. Choose another way to pay.')
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 0 })
    expect((await shop.call('/api/my/cart', { as })).json.items).toMatchObject([item])
    expect((await ordersOf(as)).at(-1)).toMatchObject({ status: 'failed' })
    const page = await paying.checkout(as, [item])
    await paying.pay(page.json.url)
    expect((await paying.verify(as, page.json.id)).json.status).toBe('paid')
  })

  it('whose bank asks for its holder leads to the payment page of the same order [B-10.89]', async () => {
    const { as, card, payByCard } = await cardholder(ASKS_HOLDER)
    const { json } = await payByCard()
    expect(json.url).toContain('/dev/stripe/pay/')
    await shop.changeSettings({ brand: { name: 'Northline' } })
    expect((await shop.call(json.url)).text).toContain('<p class="shop">Northline</p>')
    const form = new URLSearchParams({ saved: card.id }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await shop.call(json.url, { method: 'POST', body: form, headers })).status).toBe(303)
    expect((await paying.verify(as, json.id)).json).toMatchObject({ status: 'paid', orderId: json.orderId })
    expect(await chargesOf([json.orderId])).toHaveLength(1)
    expect(await ordersOf(as)).toHaveLength(2)
  })

  it('of another user is not found, at the checkout and for removal; its owner removes it [B-10.90]', async () => {
    const { as, card, payByCard } = await cardholder()
    const other = await cardholder()
    expect((await other.payByCard({ cardId: card.id })).json).toMatchObject({
      status: 404,
      code: 'saved_card_not_found',
    })
    const path = `/api/my/cards/${card.id}`
    expect((await shop.call(path, { method: 'DELETE', as: other.as })).status).toBe(404)
    expect(await cardsOf(as)).toHaveLength(1)
    expect((await shop.call(path, { method: 'DELETE', as })).status).toBe(204)
    expect(await cardsOf(as)).toEqual([])
    expect((await payByCard()).json).toMatchObject({ status: 404, code: 'saved_card_not_found' })
  })

  it('leads to the success screen when the answer is lost, and the reconciler settles it once [B-10.91]', async () => {
    const { as, payByCard } = await cardholder()
    shop.paymentProvider.sandbox!.trouble.plan(CONFIRM, 'lost', 3)
    const { json } = await payByCard()
    expect(json.url).toContain(`session_id=${json.id}`)
    expect(await paying.orderRow(json.orderId)).toMatchObject({ status: 'pending' })
    shop.clock.advance(61_000)
    await reconcileOrders(shop.system)
    expect((await paying.verify(as, json.id)).json.status).toBe('paid')
    expect(await chargesOf([json.orderId])).toHaveLength(1)
  })

  it('whose charge never reached the provider is closed after two minutes and never charged later [B-10.91]', async () => {
    const { as, variantId, payByCard } = await cardholder()
    shop.paymentProvider.sandbox!.trouble.plan(CONFIRM, 'unreached', 3)
    const { json } = await payByCard()
    expect((await paying.verify(as, json.id)).json.status).toBe('pending')
    shop.clock.advance(2 * 60_000)
    expect((await paying.verify(as, json.id)).json.status).toBe('cancelled')
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 0 })
    await expect(shop.system.payments.payByCard(json.id, { idempotencyKey: 'late' })).rejects.toThrow('cannot confirm')
  })

  it('is removed at the provider with its account, also when a payment settles later [B-10.92]', async () => {
    const { as, card } = await cardholder()
    const { item } = await paying.addProduct()
    const late = (await paying.checkout(as, [item])).json
    await payAndSave(late.url, VISA)
    const { db } = shop.services
    const { customer_id: customerId } = await db
      .selectFrom('payment_customer')
      .select('customer_id')
      .where('user_id', '=', as.userId)
      .executeTakeFirstOrThrow()
    await transact(shop.system, async tx => {
      const person = { userId: as.userId, email: as.email, phone: null }
      for (const part of [ordersData, identityData]) await part.erase(tx, person)
    })
    await reconcileOrders(shop.system, { all: true })
    await shop.settleJobs()
    expect(await paying.orderRow(late.orderId)).toMatchObject({ status: 'paid' })
    expect(await db.selectFrom('payment_customer').selectAll().where('user_id', '=', as.userId).execute()).toEqual([])
    expect(await shop.system.payments.listCards(customerId)).toEqual([])
    await expect(shop.system.payments.readCard(card.id)).rejects.toThrow('no saved card')
  })

  it('of a customer whom the provider no longer knows does not block the next payment', async () => {
    const { as, item } = await cardholder()
    const { customer_id: customerId } = await shop.services.db
      .selectFrom('payment_customer')
      .select('customer_id')
      .where('user_id', '=', as.userId)
      .executeTakeFirstOrThrow()
    await shop.system.payments.removeCustomer(customerId)
    expect((await paying.checkout(as, [item])).status).toBe(502)
    expect((await paying.checkout(as, [item])).status).toBe(200)
  })
})
