import { whileSandboxAway } from '@redoubt/stripe-sandbox/testing'
import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { END_SUBSCRIPTION } from '#features/orders/order/job-types.server.ts'
import { REFUND_CARDS } from '#features/orders/testing/staffing.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { recordMembershipRefund } from '../invoices/commands/record-refund.server.ts'
import { openBillingShop } from '../testing/billing.ts'
import { CARD_FAILING_LATER } from '../testing/subscribing.ts'
import { compareMemberships } from './sync/commands/read-membership.server.ts'

const DAY = 24 * 3_600_000
const CARD = { number: '4242 4242 4242 4242', exp: '12 / 34', cvc: '123', name: 'Sam Porter' }

const { shop, at } = await openBillingShop()

const openPortal = (as: TestUser) => shop.call('/api/subscriptions/portal', { as, method: 'POST' })

async function pastDueMember() {
  const user = await shop.addUser()
  await at.subscribe(user, { card: CARD_FAILING_LATER })
  await at.advance(32)
  return at.signInAgain(user)
}

describe('the billing portal', () => {
  it('the portal takes another card, which pays the failed renewal, and leads back to the tab [B-11.21]', async () => {
    const member = await pastDueMember()
    const { status, json } = await openPortal(member)
    expect(status).toBe(200)
    const page = await shop.call(json.url)
    expect(page.text).toContain('http://shop.test/dashboard?tab=subscription')
    const form = new URLSearchParams({ action: 'card', ...CARD })
    expect((await shop.call(json.url, { method: 'POST', body: form })).status).toBeLessThan(400)
    expect((await at.payNow(member)).json).toMatchObject({
      success: true,
      message: 'Payment received. Your benefits are back.',
      subscription: { status: 'active', benefitsActive: true },
    })
  })

  it('a cancellation in the portal reaches the shop and is announced', async () => {
    const member = await at.subscribe(await shop.addUser())
    const { json } = await openPortal(member)
    await shop.call(json.url, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) })
    await at.settle()
    expect(await at.mine(member)).toMatchObject({ status: 'cancelled', benefitsActive: true })
    expect((await at.emails(member)).filter(subject => subject.includes('is cancelled'))).toHaveLength(1)
  })

  it('the portal is for members only', async () => {
    expect((await openPortal(await shop.addUser())).json.code).toBe('subscription_not_found')
    expect((await shop.call('/api/subscriptions/portal', { method: 'POST' })).status).toBe(401)
  })
})

describe('an unreachable provider', () => {
  it('an unreachable provider is reported in a sentence, and a job reads the outcome later', async () => {
    const member = await at.subscribe(await shop.addUser())
    const late = await pastDueMember()
    const paused = shop.paymentProvider.sandbox!
    await at.loseWebhooks()
    await whileSandboxAway(shop.services.pool, async () => {
      const failed = (detail: string) => ({ status: 502, detail })
      expect((await at.payNow(late)).json).toMatchObject(
        failed('Failed to reach the payment provider. Please try again.'),
      )
      expect((await at.preview(member, 'yearly')).json).toMatchObject(
        failed('Failed to change your plan. Please try again.'),
      )
      expect((await at.update(member, { plan: 'yearly' })).json).toMatchObject(
        failed('Failed to change your plan. Please try again.'),
      )
      expect((await openPortal(member)).json).toMatchObject(
        failed('Failed to open the billing portal. Please try again.'),
      )
    })
    paused.start()
    expect(await at.mine(member)).toMatchObject({ plan: 'monthly', status: 'active' })
    await at.putOnFile(late, 'pays')
    expect((await at.payNow(late)).status).toBe(200)
  })
})

it('a subscription that must end is tried for a week without the provider, at least every hour [B-11.55]', async () => {
  const member = await at.subscribe(await shop.addUser())
  const subscriptionId = await at.providerId(member)
  const query = async <T extends object>(text: string) =>
    (await shop.services.pool.query<T>(`${text} and data->>'subscriptionId' = $1`, [subscriptionId])).rows
  const failures = async () => {
    const select = `select retry_count as n, extract(epoch from start_after - now())::int as wait from pgboss.job`
    return (
      await query<{ n: number; wait: number }>(`${select} where name = 'end-subscription' and state = 'retry'`)
    )[0]
  }
  await whileSandboxAway(shop.services.pool, async () => {
    await enqueue(shop.system, END_SUBSCRIPTION, { subscriptionId })
    shop.services.jobs.wake('end-subscription')
    await expect.poll(failures).toMatchObject({ n: 0 })
    await query(`update pgboss.job set retry_count = 150, start_after = now() where name = 'end-subscription'`)
    shop.services.jobs.wake('end-subscription')
    await expect.poll(failures).toMatchObject({ n: 151 })
    expect((await failures())!.wait).toBeLessThanOrEqual(3600)
  })
  await query(`update pgboss.job set start_after = now() where name = 'end-subscription'`)
  await at.settle()
  expect((await shop.system.payments.readSubscription(subscriptionId)).status).toBe('canceled')
  const { rows } = await shop.services.pool.query(
    'select name from pgboss.queue where retry_limit = 180 and retry_delay_max = 3600 order by name',
  )
  expect(rows.map(({ name }) => name)).toEqual([
    ...['accept-dispute', 'end-subscription', 'forget-customer', 'give-back-lost', 'refund-reviewed-payment'],
  ])
})

describe('a provider that times out after it succeeded', () => {
  it.each(
    firstOf([
      ['a change of plan', 'POST /v1/subscriptions/*'],
      ['an end', 'DELETE /v1/subscriptions/*'],
      ['a payment', 'POST /v1/invoices/*/pay'],
    ] as const),
  )('a call of %s that timed out after it succeeded is done once and recorded', async (what, call) => {
    const { trouble } = shop.paymentProvider.sandbox!
    const member = what === 'a payment' ? await pastDueMember() : await at.subscribe(await shop.addUser())
    if (what === 'a payment') await at.putOnFile(member, 'pays')
    // The SDK retries a call twice, so all three answers are lost.
    trouble.plan(call, 'lost', 3)
    if (what === 'a change of plan') await at.update(member, { plan: 'yearly' })
    else if (what === 'an end') await at.update(member, { status: 'cancelled', atPeriodEnd: false })
    else await at.payNow(member)
    trouble.clear()
    await at.settle()
    const after = await at.mine(await at.signInAgain(member))
    const paid = (await at.invoiceRows(member)).filter(({ status }) => status === 'paid').length
    const expected = {
      'a change of plan': { status: 'active', plan: 'yearly', paid: 2 },
      'an end': { status: 'cancelled', plan: 'monthly', paid: 1 },
      'a payment': { status: 'active', plan: 'monthly', paid: 2 },
    }
    expect({ status: after.status, plan: after.plan, paid }).toEqual(expected[what])
  })
})

describe('the daily comparison', () => {
  it('the daily comparison finds an end and a cancellation without webhooks, and leaves the rest alone', async () => {
    const [ended, leaving, same] = await Promise.all([1, 2, 3].map(async () => at.subscribe(await shop.addUser())))
    await at.loseWebhooks()
    await shop.services.payments.cancelSubscription(await at.providerId(ended!), { atPeriodEnd: false })
    await shop.services.payments.cancelSubscription(await at.providerId(leaving!), { atPeriodEnd: true })
    await compareMemberships(shop.system)
    expect(await at.isMember(ended!), 'each is read once a day').toBe(true)
    shop.clock.advance(DAY + 60_000)
    await Promise.all([compareMemberships(shop.system), compareMemberships(shop.system)])
    await shop.settleJobs()
    expect(await at.isMember(ended!)).toBe(false)
    expect(await at.mine(await at.signInAgain(leaving!))).toMatchObject({ status: 'cancelled', benefitsActive: true })
    expect(await at.mine(await at.signInAgain(same!))).toMatchObject({ status: 'active' })
    const cancelled = async (user: TestUser) =>
      (await at.emails(user)).filter(subject => subject === 'Your Redoubt membership is cancelled')
    expect([
      (await cancelled(ended!)).length,
      (await cancelled(leaving!)).length,
      (await cancelled(same!)).length,
    ]).toEqual([1, 1, 0])
    shop.paymentProvider.sandbox!.start()
  })
})

describe('a second membership, paid in another window', () => {
  it('a second membership paid in another window ends at once, its payment is refunded once, and its buyer is notified', async () => {
    const user = await shop.addUser()
    const windows = [(await at.begin(user)).json, (await at.begin(user, { plan: 'yearly' })).json]
    for (const { url } of windows) await at.pay(url)
    await at.settle()
    await at.settle()
    const member = await at.signInAgain(user)
    expect(await at.isMember(member)).toBe(true)
    const { rows } = await shop.services.pool.query<{ status: string; refunded_cents: number; total_cents: number }>(
      'select status, refunded_cents, total_cents from customer_order where user_id = $1 order by refunded_cents',
      [user.userId],
    )
    expect(rows.map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect(rows[0]!.refunded_cents, 'of the one that runs nothing').toBe(0)
    expect(rows[1]!.refunded_cents, 'of the other all').toBe(rows[1]!.total_cents)
    const { rows: refunds } = await shop.services.pool.query(
      'select r.status from refund r join customer_order o on o.id = r.order_id where o.user_id = $1',
      [user.userId],
    )
    expect(refunds).toEqual([{ status: 'succeeded' }])
    const told = (await at.emails(user)).filter(subject => subject.startsWith('You were already a member'))
    expect(told).toHaveLength(1)
    await at.advance(370)
    expect((await at.invoiceRows(user)).filter(({ reason }) => reason === 'renewal').length).toBeGreaterThan(0)
    const memberships = new Set(
      (await at.invoiceRows(user)).filter(row => row.reason === 'renewal').map(row => row.plan),
    )
    expect(memberships.size, 'only one is billed again').toBe(1)
  })
})

describe('a refund of a renewal in the provider’s dashboard', () => {
  /** A member with one renewal, and the payment of that renewal. */
  async function renewedMember(card?: string) {
    const user = await shop.addUser()
    await at.subscribe(user, card ? { card } : {})
    await at.advance(32)
    return { user, paymentIntentId: (await at.invoiceRows(user)).at(-1)!.payment_intent_id! }
  }
  const payBack = (paymentIntentId: string, amountCents: number) =>
    shop.services.payments.refund({ paymentIntentId, amountCents, idempotencyKey: crypto.randomUUID() })
  const refundedOf = async (user: TestUser) => (await at.invoiceRows(user)).map(row => row.refunded_cents)
  /** Every webhook about refunds, oldest first. */
  const wordsOf = async (ids: string[]) =>
    (
      await shop.services.pool.query<{ payload: string }>(
        `select payload from stripe_sandbox.event where type like 'refund.%' and payload::jsonb #>> '{data,object,id}' = any($1)
         order by seq`,
        [ids],
      )
    ).rows.map(({ payload }) => payload)

  it('a refund is recorded at its payment once, for repeated, late and shuffled webhooks [B-11.27]', async () => {
    const { user, paymentIntentId } = await renewedMember()
    const refunds = await Promise.all([payBack(paymentIntentId, 1000), payBack(paymentIntentId, 500)])
    await at.settle()
    expect(await refundedOf(user)).toEqual([0, 1500])
    const words = await wordsOf(refunds.map(({ id }) => id))
    expect(words.length).toBeGreaterThanOrEqual(2)
    // A new event id makes each webhook new to the inbox.
    const again = words.toReversed().flatMap(word => [1, 2, 3].map(n => word.replaceAll('evt_', `evt_again${n}_`)))
    shop.clock.advance(3 * DAY)
    await Promise.all([...words, ...again].map(async word => expect((await at.deliver(word)).status).toBe(200)))
    await shop.settleJobs()
    expect(await refundedOf(user)).toEqual([0, 1500])
    await payBack(paymentIntentId, 999)
    await at.settle()
    expect(await refundedOf(user)).toEqual([0, 2499])
    const { items } = (await shop.call('/api/my/subscription/invoices', { as: await at.signInAgain(user) })).json
    expect(items[0]).toMatchObject({ reason: 'renewal', status: 'paid', amount: 24.99, refunded: 24.99 })
    // A membership payment belongs to no order, so no `refund` row exists.
    expect(await shop.services.db.selectFrom('refund').selectAll().execute()).not.toContainEqual(
      expect.objectContaining({ provider_id: refunds[0].id }),
    )
  })

  it('a refund that the bank returns is removed again, and older events change nothing', async () => {
    const { user, paymentIntentId } = await renewedMember(REFUND_CARDS.fails)
    const made = await payBack(paymentIntentId, 1000)
    await at.settle()
    expect(await refundedOf(user)).toEqual([0, 1000])
    await at.advance(1)
    expect(await shop.services.payments.readRefund(made.id)).toMatchObject({ status: 'failed' })
    expect(await refundedOf(user)).toEqual([0, 0])
    await Promise.all(Array.from({ length: 10 }, () => recordMembershipRefund(shop.system, made)))
    expect(await refundedOf(user)).toEqual([0, 0])
  })

  it('many concurrent refunds add up, and a refund of no renewal is ignored', async () => {
    const { user, paymentIntentId } = await renewedMember()
    const parts = Array.from({ length: 12 }, (_, n) => ({
      ...({ id: `re_at_once_${n}`, status: 'succeeded', amountCents: 100, paymentIntentId } as const),
      ...{ createdAt: shop.clock.now(), failureReason: null },
    }))
    await Promise.all([...parts, ...parts].map(part => recordMembershipRefund(shop.system, part)))
    expect(await refundedOf(user)).toEqual([0, 1200])
    const first = (await at.invoiceRows(user))[0]!.payment_intent_id
    for (const other of ['pi_x', first, null])
      expect(await recordMembershipRefund(shop.system, { ...parts[0]!, paymentIntentId: other })).toBe(false)
  })
})
