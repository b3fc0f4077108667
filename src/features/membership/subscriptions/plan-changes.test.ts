import { describe, expect, it } from 'vitest'
import { openBillingShop } from '../testing/billing.ts'
import { CARD_FAILING_LATER } from '../testing/subscribing.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = new Date('2026-03-02T12:00:00Z')

const { shop, at } = await openBillingShop()

/** A member who joined at noon on 2 March, `days` days later. The monthly period runs to 2 April, 31 days. */
async function memberSince(days: number, options: { plan?: string; card?: string } = {}) {
  shop.clock.set(START)
  const user = await shop.addUser()
  const begun = await at.subscribe(user, options)
  shop.clock.advance(days * DAY)
  return { user, member: await at.signInAgain(begun) }
}
const planEmails = async (user: Parameters<typeof at.emails>[0]) =>
  (await at.emails(user)).filter(subject => /is yearly|becomes|stays/.test(subject)).reverse()

describe('from monthly to yearly', () => {
  it('a yearly plan charges the year less the rest of the month, to the cent, as previewed, and begins now [B-11.21] [B-12.165]', async () => {
    const { user, member } = await memberSince(10)
    const shown = (await at.preview(member, 'yearly')).json
    // 21 of the 31 days are left (less the second of the test's sign-in): 24.99 × 21 / 31 = 16.9287, so $16.93 comes off; the
    // year costs 299.88, and 299.88 − 16.93 = 282.95.
    expect(shown).toMatchObject({ plan: 'yearly', total: 299.88, credit: 16.93, chargedNow: 282.95, isNow: true })
    // The previewed amount is charged, although 20 minutes passed.
    shop.clock.advance(20 * 60_000)
    const { status, json } = await at.update(member, { plan: 'yearly', preview: shown.preview })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      message: 'Plan changed successfully',
      subscription: {
        plan: 'yearly',
        interval: 'year',
        total: 299.88,
        lastPayment: { amount: 282.95 },
        nextPlan: null,
      },
    })
    const year = +new Date(json.subscription.nextBillingDate) - +shop.clock.now()
    expect(Math.round(year / DAY)).toBe(365)
    await at.settle()
    expect((await at.invoiceRows(user)).map(row => [row.reason, row.plan, row.amount_cents])).toEqual([
      ['first', 'monthly', 2499],
      ['plan_change', 'yearly', 28_295],
    ])
    expect(await planEmails(user)).toEqual(['Your Redoubt membership is yearly now'])
    expect(await at.emailText(user, 'is yearly now')).toContain('We charged $282.95 on ')
    expect(await at.bronzeOf(await at.signInAgain(member)), 'a plan brings no second benefit').toBe(1)
  })

  it('the last payment is the change of plan, also in the second of the payment before it', async () => {
    for (let round = 0; round < 6; round++) {
      const { user, member } = await memberSince(0)
      await shop.services.db
        .updateTable('membership_invoice')
        .set({ paid_at: shop.clock.now() })
        .where('user_id', '=', user.userId)
        .execute()
      const { json } = await at.update(member, { plan: 'yearly' })
      expect(json.subscription.lastPayment.amount).toBe(274.89)
    }
  })

  it('five concurrent changes are charged once', async () => {
    const { user, member } = await memberSince(10)
    const shown = (await at.preview(member, 'yearly')).json
    await Promise.all(Array.from({ length: 5 }, () => at.update(member, { plan: 'yearly', preview: shown.preview })))
    await at.settle()
    expect((await at.invoiceRows(user)).map(({ amount_cents }) => amount_cents)).toEqual([2499, 28_295])
    expect(await planEmails(user)).toHaveLength(1)
  })

  it('a declined card changes nothing', async () => {
    const { user, member } = await memberSince(10, { card: CARD_FAILING_LATER })
    const { json } = await at.update(member, { plan: 'yearly' })
    expect(json).toMatchObject({ status: 402, code: 'renewal_not_paid' })
    await at.settle()
    expect(await at.mine(member)).toMatchObject({ status: 'active', plan: 'monthly', benefitsActive: true })
    expect((await at.invoiceRows(user)).filter(({ status }) => status === 'paid')).toHaveLength(1)
    expect(await planEmails(user)).toEqual([])
  })

  it('a preview that is altered, another user’s, or older than half an hour is refused', async () => {
    const { member } = await memberSince(10)
    const { preview } = (await at.preview(member, 'yearly')).json as { preview: string }
    const [moment, ...rest] = preview.split('.')
    const altered = [`${Number(moment) - 9 * DAY}`, ...rest].join('.')
    const other = (await at.preview((await memberSince(10)).member, 'yearly')).json.preview
    for (const wrong of [altered, other, 'x', '1.2.3']) {
      expect((await at.update(member, { plan: 'yearly', preview: wrong })).json.code).toBe('preview_expired')
    }
    shop.clock.advance(31 * 60_000)
    expect((await at.update(member, { plan: 'yearly', preview })).json.code).toBe('preview_expired')
    expect(await at.mine(member)).toMatchObject({ plan: 'monthly' })
  })
})

describe('from yearly to monthly', () => {
  it('a monthly plan waits until the paid year ends, can be taken back, and then bills monthly', async () => {
    const { user, member } = await memberSince(100, { plan: 'yearly' })
    const { nextBillingDate } = await at.mine(member)
    const shown = (await at.preview(member, 'monthly')).json
    expect(shown).toMatchObject({ chargedNow: 0, credit: 0, startDate: nextBillingDate, isNow: false, total: 24.99 })
    const { json } = await at.update(member, { plan: 'monthly', preview: shown.preview })
    expect(json.subscription).toMatchObject({
      plan: 'yearly',
      nextBillingDate,
      nextPlan: { plan: 'monthly', total: 24.99, startDate: nextBillingDate },
    })
    const back = await at.update(member, { plan: 'yearly' })
    expect(back.json.subscription).toMatchObject({ plan: 'yearly', nextPlan: null })
    await at.update(member, { plan: 'monthly' })
    await at.settle()
    expect((await planEmails(user)).map(subject => subject.split(' on ')[0])).toEqual([
      'Your Redoubt membership becomes monthly',
      'Your Redoubt membership stays yearly',
      'Your Redoubt membership becomes monthly',
    ])
    shop.clock.set(new Date(+new Date(nextBillingDate) + HOUR))
    await at.settle()
    const later = await at.mine(await at.signInAgain(member))
    expect(later).toMatchObject({ status: 'active', plan: 'monthly', total: 24.99, nextPlan: null })
    expect((await at.invoiceRows(user)).map(row => [row.reason, row.plan, row.amount_cents])).toEqual([
      ['first', 'yearly', 29_988],
      ['renewal', 'monthly', 2499],
    ])
  })

  it('a cancellation drops the planned change', async () => {
    const { user, member } = await memberSince(10, { plan: 'yearly' })
    await at.update(member, { plan: 'monthly' })
    const { json } = await at.update(member, { status: 'cancelled' })
    expect(json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: true, nextPlan: null })
    expect((await at.update(member, { plan: 'monthly' })).json.code).toBe('subscription_cancelled')
    const resumed = await at.update(member, { status: 'active' })
    expect(resumed.json).toMatchObject({
      message: 'Subscription resumed successfully',
      subscription: { status: 'active', plan: 'yearly', nextPlan: null },
    })
    expect(await planEmails(user)).toHaveLength(1)
  })
})

describe('PUT /api/subscriptions/{id}', () => {
  it('a change to the current plan does nothing, and a wrong price is refused', async () => {
    const { user, member } = await memberSince(1)
    expect((await at.update(member, { plan: 'monthly' })).status).toBe(200)
    expect((await at.update(member, { plan: 'yearly', amount: 1 })).json).toMatchObject({
      code: 'amount_changed',
      amount: 24.99,
      total: 299.88,
    })
    expect(await at.invoiceRows(user)).toHaveLength(1)
  })

  it('a cancellation at once ends the subscription', async () => {
    const { user, member } = await memberSince(1)
    const { json } = await at.update(member, { status: 'cancelled', atPeriodEnd: false })
    expect(json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: false })
    expect(await at.isMember(member)).toBe(false)
    await at.settle()
    expect((await at.emails(user)).filter(subject => subject.includes('cancelled'))).toHaveLength(1)
    expect((await at.update(await at.signInAgain(member), { plan: 'yearly' })).json.code).toBe('subscription_ended')
  })

  it('an empty change, two changes, the other plan’s interval and an invalid status are refused', async () => {
    const { member } = await memberSince(1)
    const wrong = [
      {},
      { plan: 'yearly', status: 'cancelled' },
      { plan: 'yearly', interval: 'month' },
      { status: 'past_due' },
    ]
    for (const body of wrong) {
      expect((await at.update(member, body)).json).toMatchObject({ status: 400, code: 'invalid_input' })
    }
  })

  it('a member changes only the own subscription', async () => {
    const { member } = await memberSince(1)
    const { id } = await at.mine(member)
    const other = await shop.addUser()
    for (const [path, method] of [
      ['', 'PUT'],
      ['/plan-change?plan=yearly', 'GET'],
    ] as const) {
      const json = method === 'PUT' ? { plan: 'yearly' } : undefined
      expect((await shop.call(`/api/subscriptions/${id}${path}`, { as: other, json, method })).status).toBe(403)
    }
    expect((await at.mine(member)).plan).toBe('monthly')
  })
})
