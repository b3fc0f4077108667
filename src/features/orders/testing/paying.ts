import { sql } from 'kysely'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { type ShopOptions, type TestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditAfterEach } from '#features/credits/testing/audit-after-each.ts'
import { type Goods, shoppingIn } from './shopping.ts'

const WEBHOOK_SECRET = 'whsec_redoubt_sandbox'

type Bought = { variantId: string; session: { id: string; url: string; orderId: string } }

/** Steps after the payment page in a shop under test: manual webhooks, and assertions about settled orders. */
export function payingIn(shop: TestShop) {
  const shopping = shoppingIn(shop)

  /** Stops automatic webhooks, so that tests send them late, twice or never. */
  const loseWebhooks = () => shop.paymentProvider.sandbox!.stop()

  /** The newest webhook of a type, as the sandbox would send it. */
  async function newestWebhook(type = 'checkout.session.completed'): Promise<string> {
    const { rows } = await shop.services.pool.query<{ payload: string }>(
      'select payload from stripe_sandbox.event where type = $1 order by seq desc limit 1',
      [type],
    )
    return rows[0]!.payload
  }

  /** @param options.sent replaces the signed payload. */
  function deliver(
    payload: string,
    { at = shop.clock.now(), secret = WEBHOOK_SECRET, sent = payload, headers = {} } = {},
  ) {
    const timestamp = Math.floor(+at / 1000)
    const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return shop.call('/api/webhooks/stripe', {
      method: 'POST',
      body: sent,
      headers: { ...headers, 'stripe-signature': signature },
    })
  }

  /** One of five pieces, paid and not yet settled: its webhook stays away. */
  async function paidCheckout(as: TestUser): Promise<Bought> {
    await loseWebhooks()
    const { item, variantId } = await shopping.addProduct({ stock: [5] })
    const { json: session } = await shopping.checkout(as, [item])
    await shopping.pay(session.url)
    return { variantId, session }
  }

  /** An order held for checking: its payment disagrees with it. @returns its id. */
  async function orderOnHold(as: TestUser, goods: Goods): Promise<string> {
    const { item } = await shopping.addProduct(goods)
    const { json: session } = await shopping.checkout(as, [item])
    const changed = { shipping_cents: sql<number>`100`, total_cents: sql<number>`total_cents + 100` }
    await shop.services.db.updateTable('customer_order').set(changed).where('id', '=', session.orderId).execute()
    await shopping.pay(session.url)
    await shopping.verify(as, session.id)
    return session.orderId
  }

  /** Expects one paid order, one set of credits, one receipt, and one piece taken. */
  async function expectSettledOnce(as: TestUser, { session, variantId }: Bought): Promise<void> {
    expect(await shopping.orderRow(session.orderId)).toMatchObject({ status: 'paid' })
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 4, held: 0 })
    expect((await shop.call('/api/credits', { as })).json).toMatchObject({ silverCredits: 2 })
    expect(await shop.outbox(as.email)).toHaveLength(1)
    const { json: order } = await shop.call(`/api/orders/${session.orderId}`, { as })
    expect(order.events.map((event: { kind: string }) => event.kind)).toEqual(['placed', 'paid'])
  }

  return { ...shopping, loseWebhooks, newestWebhook, deliver, paidCheckout, orderOnHold, expectSettledOnce }
}

/** The shop of a test file without webhooks, with the steps after the payment page. Credits are audited after each test. */
export async function openPayingShop(options: ShopOptions) {
  const shop = await testShop(options)
  const paying = payingIn(shop)
  // Finishes the start-up job that asks the provider about pending orders.
  await shop.settleJobs()
  await paying.loseWebhooks()
  auditAfterEach(shop)
  return { shop, paying }
}
