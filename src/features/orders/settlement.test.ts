import fc from 'fast-check'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestShop, type TestUser } from '#app/testing/shop.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { handleWaitingEvents } from './commands/payment-events.server.ts'
import { reconcileOrders } from './commands/reconcile.server.ts'
import { shoppingIn } from './testing/shopping.ts'

const WEBHOOK_SECRET = 'whsec_redoubt_sandbox'
const MINUTE = 60_000

let shop: Awaited<ReturnType<typeof openTestShop>>
let shopping: ReturnType<typeof shoppingIn>
const opened: { close: () => Promise<void> }[] = []
const open = async (options: Parameters<typeof openTestShop>[0] = {}) => {
  shop = await openTestShop({ connections: 40, ...options })
  shopping = shoppingIn(shop)
  opened.push(shop)
  // What every start asks the provider about is behind it.
  await shop.settleJobs()
}
beforeEach(() => open())
afterEach(async () => {
  expect(await auditCredits(shop.system)).toEqual([])
  for (const one of opened.splice(0)) await one.close()
})

/** From here on nothing is delivered by itself: the tests send webhooks, late, twice or never. */
const loseWebhooks = () => shop.paymentProvider.sandbox!.stop()

/** What the sandbox would deliver of a type, as it would leave. */
async function webhooksOf(type: string): Promise<string[]> {
  const { rows } = await shop.services.pool.query<{ payload: string }>(
    'select payload from stripe_sandbox.event where type = $1 order by seq',
    [type],
  )
  return rows.map(row => row.payload)
}

function deliver(payload: string, { at = shop.clock.now(), secret = WEBHOOK_SECRET, sent = payload } = {}) {
  const timestamp = Math.floor(+at / 1000)
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return shop.call('/api/webhooks/stripe', { method: 'POST', body: sent, headers: { 'stripe-signature': signature } })
}

async function paidCheckout(as: TestUser, stock = 5) {
  const product = await shopping.addProduct({ stock: [stock] })
  const { json: session } = await shopping.checkout(as, [product.item])
  await shopping.pay(session.url)
  return { ...product, session: session as { id: string; url: string; orderId: string } }
}

/** One paid order, one set of credits, one receipt, and exactly one piece gone. */
async function expectSettledOnce(
  as: TestUser,
  { session, variantId }: Awaited<ReturnType<typeof paidCheckout>>,
  left = 4,
) {
  expect(await shopping.orderRow(session.orderId)).toMatchObject({ status: 'paid' })
  expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: left, held: 0 })
  expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 2 })
  expect(await shop.outbox(as.email)).toHaveLength(1)
  const { json: order } = await shop.call(`/api/orders/${session.orderId}`, { as })
  expect(order.events.map((event: { kind: string }) => event.kind)).toEqual(['placed', 'paid'])
}

describe('a payment', () => {
  it('is settled once, however often and in whatever order webhook, return and reconciler come at once', async () => {
    await loseWebhooks()
    const caller = fc.constantFrom('webhook', 'return', 'reconciler')
    await fc.assert(
      fc.asyncProperty(fc.array(caller, { minLength: 1, maxLength: 10 }), async callers => {
        const as = await shop.addUser()
        const bought = await paidCheckout(as)
        const payload = (await webhooksOf('checkout.session.completed')).at(-1)!
        const come = {
          webhook: () => deliver(payload),
          return: () => shopping.verify(as, bought.session.id),
          reconciler: () => reconcileOrders(shop.system, { all: true }),
        }
        await Promise.all(callers.map(name => come[name]()))
        await shop.settleJobs()
        await expectSettledOnce(as, bought)
      }),
      { numRuns: 12 },
    )
  })

  it('is settled by the webhook alone when the return page never loads', async () => {
    const as = await shop.addUser()
    const bought = await paidCheckout(as)
    await expect
      .poll(() => shopping.orderRow(bought.session.orderId), { timeout: 10_000 })
      .toMatchObject({ status: 'paid' })
    await shop.settleJobs()
    await expectSettledOnce(as, bought)
  })

  it('is settled by the reconciler alone when the webhook is lost too', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const bought = await paidCheckout(as)
    await reconcileOrders(shop.system)
    expect(await shopping.orderRow(bought.session.orderId)).toMatchObject({ status: 'pending' })
    shop.clock.advance(MINUTE)
    await reconcileOrders(shop.system)
    await shop.settleJobs()
    await expectSettledOnce(as, bought)
  })

  it('survives the death of the shop between payment and settlement', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const bought = await paidCheckout(as)
    const { database } = shop
    await shop.stop()
    opened.pop()
    // No webhook is delivered to the new shop either: what settles is its start.
    await database.pool.query('update stripe_sandbox.delivery set due_at = null')
    await open({ database })
    await shop.settleJobs()
    await expectSettledOnce(as, bought)
  })

  it('survives a death between the provider’s answer and our note of the session', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const bought = await paidCheckout(as)
    const forget = () =>
      shop.services.db
        .updateTable('customer_order')
        .set({ session_id: null })
        .where('id', '=', bought.session.orderId)
        .execute()
    await forget()
    const payload = (await webhooksOf('checkout.session.completed')).at(-1)!
    expect((await deliver(payload)).status).toBe(200)
    await shop.settleJobs()
    await expectSettledOnce(as, bought)
    expect(await shopping.orderRow(bought.session.orderId)).toMatchObject({ session_id: bought.session.id })
  })

  it('that disagrees with its order is put to review, and nothing is issued', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const { session, variantId } = await paidCheckout(as)
    await shop.services.db
      .updateTable('customer_order')
      .set({ shipping_cents: 100, total_cents: 4630 })
      .where('id', '=', session.orderId)
      .execute()
    expect((await shopping.verify(as, session.id)).json.status).toBe('pending')
    expect((await shopping.verify(as, session.id)).json.status).toBe('pending')
    expect(await shopping.orderRow(session.orderId)).toMatchObject({ status: 'review', paid_at: null })
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 5, held: 1 })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 0 })
    expect(await shop.outbox(as.email)).toEqual([])
  })
})

describe('a webhook', () => {
  it('that is forged, stale or altered is refused and changes nothing', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const { session } = await paidCheckout(as)
    const payload = (await webhooksOf('checkout.session.completed')).at(-1)!
    const refused = [
      await deliver(payload, { secret: 'whsec_somebody_else' }),
      await deliver(payload, { at: new Date(+shop.clock.now() - 6 * MINUTE) }),
      await deliver(payload, { sent: payload.replace(session.id, 'cs_test_other') }),
      await deliver('not json'),
      await shop.call('/api/webhooks/stripe', { method: 'POST', body: payload }),
    ]
    for (const answer of refused) expect(answer.json).toMatchObject({ status: 400, code: 'webhook_refused' })
    await shop.settleJobs()
    expect(await shopping.orderRow(session.orderId)).toMatchObject({ status: 'pending' })
    const { rows } = await shop.services.pool.query('select from webhook_event')
    expect(rows).toHaveLength(0)
  })

  it('that is repeated is answered 200 and worked off once', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const bought = await paidCheckout(as)
    const payload = (await webhooksOf('checkout.session.completed')).at(-1)!
    const answers = await Promise.all(Array.from({ length: 30 }, () => deliver(payload)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    await shop.settleJobs()
    await deliver(payload)
    const { rows } = await shop.services.pool.query(
      `select handled_at, body, (select count(*) from pgboss.job where name = 'payment-event') as jobs from webhook_event`,
    )
    expect(rows).toMatchObject([{ body: payload, jobs: 1 }])
    expect(rows[0].handled_at).toBeInstanceOf(Date)
    await expectSettledOnce(as, bought)
  })

  it('that was kept without its job is worked off by the reconciler', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const bought = await paidCheckout(as)
    await deliver((await webhooksOf('checkout.session.completed')).at(-1)!)
    await shop.services.pool.query(`delete from pgboss.job where name = 'payment-event'`)
    shop.clock.advance(2 * MINUTE)
    await handleWaitingEvents(shop.system)
    await shop.settleJobs()
    await expectSettledOnce(as, bought)
  })

  it('that comes after the shopper asks for no job', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const bought = await paidCheckout(as)
    await shopping.verify(as, bought.session.id)
    await deliver((await webhooksOf('checkout.session.completed')).at(-1)!)
    const { rows } = await shop.services.pool.query(`select from pgboss.job where name = 'payment-event'`)
    expect(rows).toHaveLength(0)
    await shop.settleJobs()
    await expectSettledOnce(as, bought)
  })

  it('of a kind that concerns no order is kept and left alone', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const { session } = await paidCheckout(as)
    const payload = (await webhooksOf('payment_intent.created')).at(-1)!
    expect((await deliver(payload)).status).toBe(200)
    await shop.settleJobs()
    expect(await shopping.orderRow(session.orderId)).toMatchObject({ status: 'pending' })
  })
})

describe('an order that is not paid', () => {
  it('lapses when its page closes, and its stock goes back', async () => {
    const as = await shop.addUser()
    const { item, variantId } = await shopping.addProduct({ stock: [3] })
    const { json: session } = await shopping.checkout(as, [item])
    shop.clock.advance(32 * MINUTE)
    await shop.paymentProvider.sandbox!.runDue()
    await Promise.all([reconcileOrders(shop.system), reconcileOrders(shop.system, { all: true })])
    await shop.settleJobs()
    expect(await shopping.orderRow(session.orderId)).toMatchObject({ status: 'expired' })
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 3, held: 0 })
    expect((await shopping.verify(as, session.id)).json.status).toBe('cancelled')
  })

  it('is asked about less and less often, and once more when its page closes', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const { item } = await shopping.addProduct()
    const { json: session } = await shopping.checkout(as, [item])
    const checks: number[] = []
    let next = (await shopping.orderRow(session.orderId)).check_at
    for (let minute = 1; minute <= 31; minute++) {
      shop.clock.advance(MINUTE)
      await reconcileOrders(shop.system)
      const { check_at } = await shopping.orderRow(session.orderId)
      if (+check_at !== +next) checks.push(minute)
      next = check_at
    }
    expect(checks).toEqual([1, 2, 4, 8, 16, 31])
  })

  it('takes what is left, and owes what is not, when the money comes after its stock went back', async () => {
    await loseWebhooks()
    const as = await shop.addUser()
    const kept = await shopping.addProduct({ stock: [2] })
    const gone = await shopping.addProduct({ stock: [1] })
    const { json: session } = await shopping.checkout(as, [kept.item, gone.item])
    const { db } = shop.services
    await db.updateTable('customer_order').set({ status: 'expired' }).where('id', '=', session.orderId).execute()
    await db.updateTable('product_variant').set({ held: 0 }).where('id', '=', kept.variantId).execute()
    await db
      .updateTable('product_variant')
      .set({ held: 0, stock_on_hand: 0 })
      .where('id', '=', gone.variantId)
      .execute()
    await shopping.pay(session.url)
    expect((await shopping.verify(as, session.id)).json.status).toBe('paid')
    const { json: order } = await shop.call(`/api/orders/${session.orderId}`, { as })
    expect(order.lines.map((line: { backordered: number }) => line.backordered)).toEqual([0, 1])
    expect(order.events.map((event: { kind: string }) => event.kind)).toContain('backordered')
    expect(await shopping.stockOf(kept.variantId)).toEqual({ stock_on_hand: 1, held: 0 })
    expect(await shopping.stockOf(gone.variantId)).toEqual({ stock_on_hand: 0, held: 0 })
  })
})

describe('the last piece', () => {
  it('is paid by exactly one of 500 who want it at once', async () => {
    const { item, variantId } = await shopping.addProduct({ stock: [1] })
    const shoppers = await Promise.all(Array.from({ length: 500 }, () => shop.addUser()))
    const answers = await Promise.all(
      shoppers.map(async as => {
        const answer = await shopping.checkout(as, [item])
        if (answer.status === 200) await shopping.pay(answer.json.url)
        return { as, ...answer }
      }),
    )
    const won = answers.filter(answer => answer.status === 200)
    expect(won).toHaveLength(1)
    expect(new Set(answers.map(answer => answer.json.code))).toEqual(new Set([undefined, 'out_of_stock']))
    expect((await shopping.verify(won[0]!.as, won[0]!.json.id)).json.status).toBe('paid')
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 0, held: 0 })
  })
})
