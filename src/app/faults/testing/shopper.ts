import Stripe from 'stripe'
import { expect } from 'vitest'
import { addProduct, CARDS, type Goods } from '#features/orders/testing/shopping.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Shop } from '../../services.server.ts'
import { addUser, type TestUser } from '../../testing/users.ts'

const STOCK = 5
const WEBHOOK_SECRET = 'whsec_redoubt_sandbox'
const MEMBERSHIP: Goods = { name: 'Premium, Monthly', priceCents: 2499, entries: 0, stock: [null], interval: 'month' }

/** Somebody with goods and a code of their own, and how far they have come. */
export type Shopper = {
  user: TestUser
  /** Null for who buys a membership. */
  goods: { productId: string; variantId: string; code: string } | null
  /** The key of their checkout, as the browser keeps it until it has an answer. */
  key: string
  page?: { url: string; orderId: string }
  sessionId?: string
}

/**
 * What people do in a shop of another process, over the network.
 * @param observer looks at the same database and works on nothing.
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

  /** Somebody who buys two pieces with a code of one use. */
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

  /** Sets out to pay, unless they have a page already. @throws when there is no page for them. */
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

  /** Fills in the payment page; one that is paid already leads on as well. */
  async function pay(shopper: Shopper): Promise<void> {
    const body = new URLSearchParams({ number: CARDS.good, exp: '12/34', cvc: '123', name: 'Sam Porter' })
    const answer = await fetch(shopper.page!.url, { method: 'POST', body, redirect: 'manual' })
    if (answer.status !== 303) throw new Error(`The payment page answered ${answer.status}`)
    shopper.sessionId = new URL(answer.headers.get('location')!).searchParams.get('session_id')!
  }

  /** Comes back from the payment page. @returns how the payment stands. */
  const comeBack = async ({ user, sessionId }: Shopper): Promise<string> =>
    (await call(`/api/payments/verify-session?session_id=${sessionId}`, user)).json.status

  /** Buys, from where they are to the end. */
  async function buy(shopper: Shopper): Promise<void> {
    await checkOut(shopper)
    await pay(shopper)
    await comeBack(shopper)
  }

  /** Spends one of the credits of a purchase in a giveaway of their own. */
  async function enter(shopper: Shopper): Promise<void> {
    const startDate = new Date(Date.now() - 86_400_000).toISOString()
    const giveaway = { title: 'Pack', description: 'Goods in a box.', tier: 'Silver', startDate }
    const { json } = await call('/api/giveaways', admin, giveaway)
    const entered = await call(`/api/giveaways/${json.id}/entries`, shopper.user, { slots: [1] })
    expect(entered.status, JSON.stringify(json)).toBe(200)
  }

  /** Staff pay an order back whole. @returns the status of the answer. */
  async function refund(shopper: Shopper): Promise<number> {
    const body = { reason: 'Asked', spentCredits: 'entries', restock: true }
    return (await call(`/api/admin/orders/${shopper.page!.orderId}/refunds`, admin, body)).status
  }

  /** What time does: keys of calls that were cut off may be used again, and jobs of a process that died are due again. */
  async function letTimePass(): Promise<void> {
    await services.pool.query(
      `update idempotency_key set created_at = created_at - interval '1 minute' where status is null`,
    )
    await services.pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
    await services.pool.query(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
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
 * Delivers the webhook of a payment, as the provider does. The sandbox delivers it too; but one of its deliveries that is not
 * answered keeps back all that come after it.
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
