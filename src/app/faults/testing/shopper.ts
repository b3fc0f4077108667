import Stripe from 'stripe'
import { expect } from 'vitest'
import { addProduct, CARDS, type Goods } from '#features/orders/testing/shopping.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Shop } from '../../services/services.server.ts'
import { addUser, type TestUser } from '../../testing/users.ts'

const STOCK = 5
const WEBHOOK_SECRET = 'whsec_redoubt_sandbox'
const MEMBERSHIP: Goods = { name: 'Premium, Monthly', priceCents: 2499, entries: 0, stock: [null], interval: 'month' }

/** A shopper with goods and a coupon that no other shopper uses, and their progress. */
export type Shopper = {
  user: TestUser
  /** Null for a buyer of a membership. */
  goods: { productId: string; variantId: string; code: string } | null
  /** The idempotency key of the checkout, which the browser keeps until it has a response. */
  key: string
  page?: { url: string; orderId: string }
  sessionId?: string
}

/**
 * Shopper actions in a shop of another process, over the network.
 * @param observer reads the database and runs no work.
 * @param provider the sandbox's database.
 */
export function shoppersOf(observer: Shop, address: () => string, admin: TestUser, provider: Pool) {
  const { services } = observer

  async function call(path: string, as: TestUser, json?: object, headers: Record<string, string> = {}) {
    const response = await fetch(new URL(path, address()), {
      headers: { authorization: `Bearer ${as.idToken}`, 'content-type': 'application/json', ...headers },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    })
    return { status: response.status, json: await response.json() }
  }

  /** A shopper who buys two units with a single-use coupon. */
  async function addShopper(): Promise<Shopper> {
    const user = await addUser(observer, new Date())
    const { id: productId, variantId } = await addProduct(services.db, { stock: [STOCK] })
    const code = `K${variantId.replaceAll('-', '').slice(-12).toUpperCase()}`
    const coupon = { code, discount: { kind: 'percent', amount: 10 }, totalLimit: 1 }
    expect((await call('/api/admin/codes', admin, coupon)).status).toBe(200)
    return { user, goods: { productId, variantId, code }, key: newId() }
  }

  async function addMember(): Promise<Shopper> {
    return { user: await addUser(observer, new Date()), goods: null, key: newId() }
  }

  /** Starts a checkout unless the shopper has a payment page. @throws when the shop returns no page. */
  async function checkOut(shopper: Shopper): Promise<void> {
    if (shopper.page) return
    const { user, goods, key } = shopper
    const { status, json } = goods
      ? await call(
          '/api/payments/checkout-session',
          user,
          { items: [{ productId: goods.productId, variantId: goods.variantId, quantity: 2 }], code: goods.code },
          { 'idempotency-key': key },
        )
      : await call('/api/subscriptions', user, { plan: 'monthly' }, { 'idempotency-key': key })
    if (status !== 200) throw new Error(`The checkout answered ${status} ${JSON.stringify(json)}`)
    shopper.page = { url: json.url, orderId: json.orderId }
  }

  /** Fills in the payment page; an already paid page redirects as well. */
  async function pay(shopper: Shopper): Promise<void> {
    const body = new URLSearchParams({ number: CARDS.good, exp: '12/34', cvc: '123', name: 'Sam Porter' })
    const answer = await fetch(shopper.page!.url, { method: 'POST', body, redirect: 'manual' })
    if (answer.status !== 303) throw new Error(`The payment page answered ${answer.status}`)
    shopper.sessionId = new URL(answer.headers.get('location')!).searchParams.get('session_id')!
  }

  /** Returns from the payment page. @returns the payment status. */
  const comeBack = async ({ user, sessionId }: Shopper): Promise<string> =>
    (await call(`/api/payments/verify-session?session_id=${sessionId}`, user)).json.status

  /** Completes the purchase from the current state. */
  async function buy(shopper: Shopper): Promise<void> {
    await checkOut(shopper)
    await pay(shopper)
    await comeBack(shopper)
  }

  /** Spends one credit of the purchase in a new giveaway. */
  async function enter(shopper: Shopper): Promise<void> {
    const startDate = new Date(Date.now() - 86_400_000).toISOString()
    const giveaway = { title: 'Pack', description: 'Goods in a box.', tier: 'Silver', startDate }
    const { json } = await call('/api/giveaways', admin, giveaway)
    const entered = await call(`/api/giveaways/${json.id}/entries`, shopper.user, { slots: [1] })
    expect(entered.status, JSON.stringify(json)).toBe(200)
  }

  /** Staff refund an order in full. @returns the status of the response. */
  async function refund(shopper: Shopper): Promise<number> {
    const body = { reason: 'Asked', spentCredits: 'entries', restock: true }
    return (await call(`/api/admin/orders/${shopper.page!.orderId}/refunds`, admin, body)).status
  }

  /** Simulates elapsed time: keys of aborted calls become usable, jobs of a dead process become due, the lease of its reconciler ends. */
  async function letTimePass(): Promise<void> {
    await services.pool.query(
      `update idempotency_key set created_at = created_at - interval '1 minute' where status is null`,
    )
    await services.pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
    await services.pool.query(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
    await services.pool.query(`update reconciler set leased_until = '-infinity'`)
  }

  return {
    call,
    addShopper,
    addMember,
    addMembership: () => addProduct(services.db, MEMBERSHIP),
    checkOut,
    pay,
    comeBack,
    hearOf: (shopper: Shopper) => hearOf(provider, new URL('/api/webhooks/stripe', address()), shopper),
    buy,
    enter,
    refund,
    letTimePass,
  }
}

/**
 * Delivers a payment's webhook, as the provider does. The sandbox delivers the webhook too, but one unanswered delivery of the sandbox
 * delays all later ones.
 */
async function hearOf(pool: Pool, address: URL, { user, sessionId }: Shopper): Promise<void> {
  const { rows } = await pool.query<{ payload: string }>(
    `select payload from stripe_sandbox.event where type = 'checkout.session.completed' and strpos(payload, $1) > 0`,
    [sessionId],
  )
  const { payload } = rows[0]!
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  const answer = await fetch(address, { method: 'POST', body: payload, headers: { 'stripe-signature': signature } })
  if (answer.status !== 200) throw new Error(`The webhook of ${user.email} was answered ${answer.status}`)
}
