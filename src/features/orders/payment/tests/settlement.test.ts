import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { payingIn } from '../../testing/paying.ts'
import { reconcileOrders } from '../../webhooks/commands/reconcile.server.ts'

const MINUTE = 60_000

let shop: TestShop
let paying: ReturnType<typeof payingIn>
const open = async (options: Parameters<typeof openTestShop>[0] = {}) => {
  shop = await openTestShop({ connections: 40, ...options })
  paying = payingIn(shop)
  // Finishes the start-up job that asks the provider about pending orders.
  await shop.settleJobs()
}
beforeEach(() => open())
afterEach(async () => {
  expect(await auditCredits(shop.system)).toEqual([])
  await shop.close()
})

describe('a payment', () => {
  it('a payment is settled once when webhook, return and reconciler race in any order [B-7.10] [B-10.24]', async () => {
    await paying.loseWebhooks()
    const caller = fc.constantFrom('webhook', 'return', 'reconciler')
    await fc.assert(
      fc.asyncProperty(fc.array(caller, { minLength: 1, maxLength: 10 }), async callers => {
        const as = await shop.addUser()
        const bought = await paying.paidCheckout(as)
        const payload = await paying.newestWebhook()
        const come = {
          webhook: () => paying.deliver(payload),
          return: () => paying.verify(as, bought.session.id),
          reconciler: () => reconcileOrders(shop.system, { all: true }),
        }
        await Promise.all(callers.map(name => come[name]()))
        await shop.settleJobs()
        await paying.expectSettledOnce(as, bought)
      }),
      { numRuns: few(4, 12) },
    )
  })

  it('the webhook alone settles a payment when the return page never loads', async () => {
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    shop.paymentProvider.sandbox!.start()
    await expect.poll(() => paying.orderRow(bought.session.orderId)).toMatchObject({ status: 'paid' })
    await shop.settleJobs()
    await paying.expectSettledOnce(as, bought)
  })

  it('the reconciler alone settles a payment when the webhook is lost too', async () => {
    await paying.loseWebhooks()
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    await reconcileOrders(shop.system)
    expect(await paying.orderRow(bought.session.orderId)).toMatchObject({ status: 'pending' })
    shop.clock.advance(MINUTE)
    await reconcileOrders(shop.system)
    await shop.settleJobs()
    await paying.expectSettledOnce(as, bought)
  })

  it('a payment survives a crash between payment and settlement', async () => {
    await paying.loseWebhooks()
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    const { database } = shop
    await shop.stop()
    // The new shop receives no webhook either, so only its start can settle the order.
    await database.pool.query('update stripe_sandbox.delivery set due_at = null')
    await open({ database })
    await shop.settleJobs()
    await paying.expectSettledOnce(as, bought)
  })

  it('a payment survives a crash between the provider’s answer and our record of the session', async () => {
    await paying.loseWebhooks()
    const as = await shop.addUser()
    const bought = await paying.paidCheckout(as)
    const forget = () =>
      shop.services.db
        .updateTable('customer_order')
        .set({ session_id: null })
        .where('id', '=', bought.session.orderId)
        .execute()
    await forget()
    const payload = await paying.newestWebhook()
    expect((await paying.deliver(payload)).status).toBe(200)
    await shop.settleJobs()
    await paying.expectSettledOnce(as, bought)
    expect(await paying.orderRow(bought.session.orderId)).toMatchObject({ session_id: bought.session.id })
  })

  it('a start leaves an order to the checkout that opens its payment, for a minute', async () => {
    const as = await shop.addUser()
    const { item } = await paying.addProduct({ stock: [5] })
    const { json: session } = await paying.checkout(as, [item])
    // A checkout stores the order first and its session when the provider has answered.
    await shop.services.db
      .updateTable('customer_order')
      .set({ session_id: null })
      .where('id', '=', session.orderId)
      .execute()
    await reconcileOrders(shop.system, { all: true })
    expect(await paying.orderRow(session.orderId)).toMatchObject({ status: 'pending', session_id: null })
    shop.clock.advance(MINUTE)
    await reconcileOrders(shop.system, { all: true })
    expect(await paying.orderRow(session.orderId)).toMatchObject({ status: 'pending', session_id: session.id })
  })

  it('a payment that disagrees with its order is put on hold, and no credit is issued', async () => {
    await paying.loseWebhooks()
    const as = await shop.addUser()
    const { session, variantId } = await paying.paidCheckout(as)
    await shop.services.db
      .updateTable('customer_order')
      .set({ shipping_cents: 100, total_cents: 4630 })
      .where('id', '=', session.orderId)
      .execute()
    expect((await paying.verify(as, session.id)).json.status).toBe('pending')
    expect((await paying.verify(as, session.id)).json.status).toBe('pending')
    expect(await paying.orderRow(session.orderId)).toMatchObject({ status: 'review', paid_at: null })
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 1 })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 0 })
    expect(await shop.outbox(as.email)).toEqual([])
  })
})

describe('an order that is not paid', () => {
  it('an unpaid order lapses when its page closes, and its stock returns [B-11.17]', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await paying.addProduct({ stock: [3] })
    const { json: session } = await paying.checkout(as, [item])
    shop.clock.advance(32 * MINUTE)
    await shop.paymentProvider.sandbox!.runDue()
    await Promise.all([reconcileOrders(shop.system), reconcileOrders(shop.system, { all: true })])
    await shop.settleJobs()
    expect(await paying.orderRow(session.orderId)).toMatchObject({ status: 'expired' })
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 3, held: 0 })
    expect((await paying.verify(as, session.id)).json.status).toBe('cancelled')
  })

  it('an unpaid order is checked less and less often, and once more when its page closes', async () => {
    await paying.loseWebhooks()
    const as = await shop.addUser()
    const { item } = await paying.addProduct()
    const { json: session } = await paying.checkout(as, [item])
    const checks: number[] = []
    let next = (await paying.orderRow(session.orderId)).next_reconcile_at
    for (let minute = 1; minute <= 31; minute++) {
      shop.clock.advance(MINUTE)
      await reconcileOrders(shop.system)
      const { next_reconcile_at } = await paying.orderRow(session.orderId)
      if (+next_reconcile_at !== +next) checks.push(minute)
      next = next_reconcile_at
    }
    expect(checks).toEqual([1, 2, 4, 8, 16, 31])
  })

  it('a payment after the stock returned takes the stock left and owes the rest', async () => {
    await paying.loseWebhooks()
    const as = await shop.addUser()
    const kept = await paying.addProduct({ stock: [2] })
    const gone = await paying.addProduct({ stock: [1] })
    const { json: session } = await paying.checkout(as, [kept.item, gone.item])
    const { db } = shop.services
    await db.updateTable('customer_order').set({ status: 'expired' }).where('id', '=', session.orderId).execute()
    await db.updateTable('product_variant').set({ held: 0 }).where('id', '=', kept.variantId).execute()
    await db
      .updateTable('product_variant')
      .set({ held: 0, stock_on_hand: 0 })
      .where('id', '=', gone.variantId)
      .execute()
    await paying.pay(session.url)
    expect((await paying.verify(as, session.id)).json.status).toBe('paid')
    const { json: order } = await shop.call(`/api/orders/${session.orderId}`, { as })
    expect(order.lines.map((line: { backordered: number }) => line.backordered)).toEqual([0, 1])
    expect(order.events.map((event: { kind: string }) => event.kind)).toContain('backordered')
    expect(await paying.stockOf(kept.variantId)).toEqual({ stock_on_hand: 1, held: 0 })
    expect(await paying.stockOf(gone.variantId)).toEqual({ stock_on_hand: 0, held: 0 })
  })
})

describe('the last piece', () => {
  it('one of a crowd of concurrent shoppers pays for the last piece [B-10.52] [B-11.34]', async () => {
    const { item, variantId } = await paying.addProduct({ stock: [1] })
    const shoppers = await Promise.all(Array.from({ length: few(60, 500) }, () => shop.addUser()))
    const answers = await Promise.all(
      shoppers.map(async as => {
        const answer = await paying.checkout(as, [item])
        if (answer.status === 200) await paying.pay(answer.json.url)
        return { as, ...answer }
      }),
    )
    const won = answers.filter(answer => answer.status === 200)
    expect(won).toHaveLength(1)
    expect(new Set(answers.map(answer => answer.json.code))).toEqual(new Set([undefined, 'out_of_stock']))
    expect((await paying.verify(won[0]!.as, won[0]!.json.id)).json.status).toBe('paid')
    expect(await paying.stockOf(variantId)).toEqual({ stock_on_hand: 0, held: 0 })
  })
})
