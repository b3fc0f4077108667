import { afterEach, expect } from 'vitest'
import { WEBHOOK_EVENTS } from '#adapters/payments/stripe/webhooks.server.ts'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { billingIn } from '#features/membership/testing/billing.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { type ShopOptions, type TestShop, testShop } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/users.ts'
import { finalStateOf } from './final-state.ts'

export type Buyer = { user: TestUser; items: object[]; code: string; variantId: string }

/** The shop of a test file without webhooks, for repeated purchases. The shop is audited after each test. */
export async function openStoryShop(options: ShopOptions) {
  const shop = await testShop(options)
  const at = await storiesIn(shop)
  await at.billing.addPlans()
  await shop.settleJobs()
  await at.loseWebhooks()
  afterEach(at.expectAudited)
  return { shop, at }
}

/** Repeats one purchase in a shop under test, each time by another user, so that tests can inject different failures. */
async function storiesIn(shop: TestShop) {
  const staffing = await staffingIn(shop)
  const billing = billingIn(shop)
  const { pool } = shop.services
  let made = 0

  /** A user who is about to buy two of five units with a single-use coupon. */
  async function addBuyer(): Promise<Buyer> {
    const user = await shop.addUser()
    const { item, variantId } = await staffing.addProduct({ name: 'Canteen', stock: [5] })
    made += 1
    const code = `STORY${made}`
    const admin = await signedIn(staffing.admin, true)
    const coupon = { code, discount: { kind: 'percent', amount: 10 }, totalLimit: 1 }
    expect((await shop.call('/api/admin/codes', { as: admin, json: coupon })).status).toBe(200)
    return { user, items: [{ ...item, quantity: 2 }], code, variantId }
  }

  const checkOut = async ({ user, items, code }: Buyer) => staffing.checkout(await signedIn(user), items, { code })

  /** Issues a token for the current time: tests move the clock, and a membership invalidates earlier tokens. */
  async function signedIn(user: TestUser, isAdmin = false): Promise<TestUser> {
    const staff = isAdmin
      ? { isAdmin, role: 'owner' as const, authenticatedAt: shop.clock.now() }
      : { isAdmin, role: null }
    const claims = { ...user, name: 'Sam Porter', ...staff, isSubscriber: await billing.isMember(user) }
    return { ...user, idToken: (await shop.idTokens.issue(claims)).idToken }
  }

  const refund = async (orderId: string, body: object = {}) =>
    shop.call(`/api/admin/orders/${orderId}/refunds`, {
      as: await signedIn(staffing.admin, true),
      json: { reason: 'Asked', restock: true, ...body },
    })

  /** All webhooks about a user's purchases, oldest first. */
  async function webhooksOf({ email }: TestUser): Promise<string[]> {
    const { rows } = await pool.query<{ payload: string }>(
      `with mine as (
        select id, data from stripe_sandbox.object where data->>'customer_email' = $1 or data->>'email' = $1
          or data->'billing_details'->>'email' = $1),
      names as (select $1 as name union select id from mine union select data->>'payment_intent' from mine
        union select data->>'subscription' from mine)
      select payload from stripe_sandbox.event e where type = any($2)
        and exists (select from names where name is not null and strpos(e.payload, name) > 0) order by seq`,
      [email, [...WEBHOOK_EVENTS]],
    )
    return rows.map(({ payload }) => payload)
  }

  /** Runs all jobs, including those postponed after a failure, also more than once: concurrent stories lock the same rows. */
  async function rest(): Promise<void> {
    for (let round = 0; round < 5; round++) {
      await shop.settleJobs()
      const postponed = await pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
      if (!postponed.rowCount) return
    }
    await shop.settleJobs()
  }

  async function expectAudited(): Promise<void> {
    await staffing.expectAudited()
    expect(await auditCodes(shop.system)).toEqual([])
  }

  const stateOf = ({ user }: { user: TestUser }) => finalStateOf(pool, user)
  return { ...staffing, billing, addBuyer, checkOut, signedIn, refund, webhooksOf, rest, expectAudited, stateOf }
}
