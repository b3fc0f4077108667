import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { compareMemberships } from './commands/compare-memberships.server.ts'
import { recordMembershipRefund } from './commands/record-refund.server.ts'
import { billingIn } from './testing/billing.ts'
import { CARD_FAILING_LATER } from './testing/subscribing.ts'

const DAY = 24 * 3_600_000
const CARD = { number: '4242 4242 4242 4242', exp: '12 / 34', cvc: '123', name: 'Sam Porter' }

let shop: Awaited<ReturnType<typeof openTestShop>>
let at: ReturnType<typeof billingIn>
beforeAll(async () => {
  shop = await openTestShop({ connections: 20 })
  at = billingIn(shop)
  await at.addPlans()
})
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))
afterAll(() => shop.close())

const openPortal = (as: TestUser) => shop.call('/api/subscriptions/portal', { as, method: 'POST' })

async function pastDueMember() {
  const user = await shop.addUser()
  await at.subscribe(user, { card: CARD_FAILING_LATER })
  await at.advance(32)
  return at.signInAgain(user)
}

describe('the billing portal', () => {
  it('takes another card, with which the failed renewal is paid, and leads back to the tab', async () => {
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

  it('cancels there as well, of which we hear, and tell', async () => {
    const member = await at.subscribe(await shop.addUser())
    const { json } = await openPortal(member)
    await shop.call(json.url, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) })
    await at.settle()
    expect(await at.mine(member)).toMatchObject({ status: 'cancelled', benefitsActive: true })
    expect((await at.letters(member)).filter(subject => subject.includes('is cancelled'))).toHaveLength(1)
  })

  it('is for members alone', async () => {
    expect((await openPortal(await shop.addUser())).json.code).toBe('subscription_not_found')
    expect((await shop.call('/api/subscriptions/portal', { method: 'POST' })).status).toBe(401)
  })
})

describe('a provider that cannot be heard', () => {
  it('is told of in a sentence, and a job reads what came of it', async () => {
    const member = await at.subscribe(await shop.addUser())
    const late = await pastDueMember()
    const paused = shop.paymentProvider.sandbox!
    await at.loseWebhooks()
    await shop.services.pool.query('alter table stripe_sandbox.object rename to away')
    try {
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
    } finally {
      await shop.services.pool.query('alter table stripe_sandbox.away rename to object')
      paused.start()
    }
    expect(await at.mine(member)).toMatchObject({ plan: 'monthly', status: 'active' })
    await at.putOnFile(late, 'pays')
    expect((await at.payNow(late)).status).toBe(200)
  })
})

describe('the daily comparison', () => {
  it('finds what no webhook told, an end and a cancellation, and leaves the rest as it is', async () => {
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
      (await at.letters(user)).filter(subject => subject === 'Your Redoubt membership is cancelled')
    expect([
      (await cancelled(ended!)).length,
      (await cancelled(leaving!)).length,
      (await cancelled(same!)).length,
    ]).toEqual([1, 1, 0])
    shop.paymentProvider.sandbox!.start()
  })
})

describe('a refund of a renewal', () => {
  it('is noted at its payment, never beyond it', async () => {
    const user = await shop.addUser()
    await at.subscribe(user)
    await at.advance(32)
    const paymentIntentId = (await at.invoiceRows(user)).at(-1)!.payment_intent_id!
    for (const [refundedCents, noted] of [
      [1000, 1000],
      [9999, 2499],
      [0, 0],
      [500, 500],
    ] as const) {
      expect(await recordMembershipRefund(shop.system, { paymentIntentId, refundedCents })).toBe(true)
      expect((await at.invoiceRows(user)).map(row => row.refunded_cents)).toEqual([0, noted])
    }
    expect(await recordMembershipRefund(shop.system, { paymentIntentId: 'pi_x', refundedCents: 1 })).toBe(false)
    const { items } = (await shop.call('/api/my/subscription/invoices', { as: await at.signInAgain(user) })).json
    expect(items[0]).toMatchObject({ reason: 'renewal', status: 'paid', amount: 24.99, refunded: 5 })
  })
})
