import { expect } from 'vitest'
import type { TestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import type { Role } from '#kernel/rights.ts'

/** Actions of members in a test shop through its API, and the passing of their billing time. */
export function subscribingIn(shop: TestShop) {
  const paying = payingIn(shop)
  const settle = () => settleBilling(shop)

  /** Both plans, as the demo sells them. */
  async function addPlans() {
    await paying.addProduct({
      name: 'Premium, Monthly',
      priceCents: 2499,
      entries: 0,
      stock: [null],
      interval: 'month',
    })
    await paying.addProduct({
      name: 'Premium, Yearly',
      priceCents: 29_988,
      entries: 0,
      stock: [null],
      interval: 'year',
    })
  }

  const begin = (as: TestUser, json: object = { plan: 'monthly' }) => shop.call('/api/subscriptions', { as, json })
  const mine = async (as: TestUser) => (await shop.call('/api/my/subscription', { as })).json
  const bronzeOf = async (as: TestUser): Promise<number> => (await shop.call('/api/credits', { as })).json.bronzeCredits

  const cancel = async (as: TestUser) =>
    shop.call('/api/subscriptions/cancel', { as, json: { subscriptionId: (await mine(as)).id } })
  const resume = async (as: TestUser) =>
    shop.call('/api/subscriptions/resume', { as, json: { subscriptionId: (await mine(as)).id } })
  const refresh = (as: TestUser) => shop.call('/api/subscriptions/refresh', { as, method: 'POST' })

  /** Whether the user is a member, as earlier features ask it. */
  async function isMember({ userId }: TestUser): Promise<boolean> {
    const { rows } = await shop.services.pool.query<{ is: boolean }>('select is_subscriber($1) as is', [userId])
    return rows[0]!.is
  }

  /** Signs the user in again, because ID tokens are revoked when a membership begins or ends. */
  async function signInAgain(user: TestUser): Promise<TestUser> {
    shop.clock.advance(1000)
    const row = await shop.services.db
      .selectFrom('users')
      .select(['name', 'role'])
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
    const role = row.role === 'user' ? null : (row.role as Role)
    const claims = { ...user, name: row.name, isAdmin: role !== null, role, isSubscriber: await isMember(user) }
    return { ...user, idToken: (await shop.idTokens.issue(claims)).idToken }
  }

  /** Begins a subscription, pays, returns, and signs in again. */
  async function subscribe(as: TestUser, { plan = 'monthly', card }: { plan?: string; card?: string } = {}) {
    const { status, json } = await begin(as, { plan })
    expect(status).toBe(200)
    const back = await paying.pay(json.url, card)
    await paying.verify(as, back.searchParams.get('session_id')!)
    await settle()
    return signInAgain(as)
  }

  /** Advances the billing time of subscriptions, like the demo's control. */
  async function advance(days: number) {
    expect((await shop.call('/dev/stripe/advance', { json: { days } })).status).toBe(200)
    await settle()
  }

  return {
    ...paying,
    addPlans,
    begin,
    cancel,
    resume,
    refresh,
    mine,
    isMember,
    bronzeOf,
    settle,
    signInAgain,
    subscribe,
    advance,
  }
}

/** A test card that pays once and fails at renewal. */
export const CARD_FAILING_LATER = '4000 0000 0000 0341'

/**
 * Delivers the sandbox's events and runs the jobs that follow, until both are empty. The sandbox also delivers by itself, so a job may
 * arrive after the look for jobs: the end is a round without a job after all events were delivered.
 */
async function settleBilling({ clock, paymentProvider, services, settleJobs }: TestShop): Promise<void> {
  const sandbox = paymentProvider.sandbox!
  for (let round = 0; round < 500; round++) {
    await sandbox.runDue()
    await sandbox.deliverDue(clock.now())
    // An event in delivery has a later due time, so `attempts > 0` counts it.
    const undelivered = await services.pool.query(
      'select from stripe_sandbox.delivery where delivered_at is null and last_failure is null and (due_at <= $1 or attempts > 0)',
      [clock.now()],
    )
    const hadJobs = await settleJobs()
    if (undelivered.rowCount === 0 && !hadJobs) return
    await new Promise(done => setTimeout(done, 10))
  }
  throw new Error('The sandbox did not deliver all its events.')
}
