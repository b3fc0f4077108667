import { expect } from 'vitest'
import type { openTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import type { Role } from '#platform/rights.ts'

type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** What members do in a shop under test, by its front door, and how their subscriptions' time goes on. */
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

  /** What the earlier features go by. */
  async function isMember({ userId }: TestUser): Promise<boolean> {
    const { rows } = await shop.services.pool.query<{ is: boolean }>('select is_subscriber($1) as is', [userId])
    return rows[0]!.is
  }

  /** Tokens that said otherwise are void once a membership begins or ends: the next one says it right. */
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

  /** Sets out to subscribe, pays, comes back, and signs in anew. */
  async function subscribe(as: TestUser, { plan = 'monthly', card }: { plan?: string; card?: string } = {}) {
    const { status, json } = await begin(as, { plan })
    expect(status).toBe(200)
    const back = await paying.pay(json.url, card)
    await paying.verify(as, back.searchParams.get('session_id')!)
    await settle()
    return signInAgain(as)
  }

  /** Moves subscriptions' time on, as the demo's lever does. */
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

/** A test card that pays once and fails at renewal (api.md). */
export const CARD_FAILING_LATER = '4000 0000 0000 0341'

/** Delivers the sandbox's events and runs the jobs that follow, until neither leaves work for the other. */
async function settleBilling({ clock, paymentProvider, services, settleJobs }: TestShop): Promise<void> {
  const sandbox = paymentProvider.sandbox!
  for (let round = 0; round < 500; round++) {
    await sandbox.runDue()
    await sandbox.deliverDue(clock.now())
    await settleJobs()
    // The sandbox delivers by itself as well: an event in hand has a later due time and is not there yet.
    const undelivered = await services.pool.query(
      'select from stripe_sandbox.delivery where delivered_at is null and last_failure is null and (due_at <= $1 or attempts > 0)',
      [clock.now()],
    )
    if (undelivered.rowCount === 0) return
    await new Promise(done => setTimeout(done, 10))
  }
  throw new Error('The sandbox did not deliver all its events.')
}
