import { describe, expect, it } from 'vitest'
import { openBillingShop } from '../testing/billing.ts'

const { shop, at } = await openBillingShop()

describe('subscribing', () => {
  it('subscribing leads to the payment page, back to the dashboard, and to an active subscription [B-3.9] [B-3.11] [B-6.3] [B-7.8] [B-7.21] [B-11.19] [B-12.165]', async () => {
    const user = await shop.addUser()
    expect(await at.mine(user)).toEqual({})
    const body = { plan: 'monthly', amount: 24.99, interval: 'month', paymentMethod: 'stripe' }
    const { status, json } = await at.begin(user, body)
    expect(status).toBe(200)
    const back = await at.pay(json.url)
    expect(back.pathname).toBe('/dashboard')
    expect(back.searchParams.get('status')).toBe('success')
    expect((await at.verify(user, back.searchParams.get('session_id')!)).json.status).toBe('paid')
    await at.settle()

    expect((await shop.call('/api/my/subscription', { as: user })).status, 'the old token says no member').toBe(401)
    const member = await at.signInAgain(user)
    expect(await at.mine(member)).toMatchObject({
      id: expect.any(String),
      userId: user.userId,
      status: 'active',
      plan: 'monthly',
      amount: 24.99,
      total: 24.99,
      interval: 'month',
      startDate: '2026-03-02T12:00:00.000Z',
      nextBillingDate: '2026-04-02T12:00:00.000Z',
      lastBillingDate: '2026-03-02T12:00:00.000Z',
      cancelledDate: null,
      endDate: null,
      benefitsActive: true,
      autoEntryEnabled: true,
      bonusEntries: 0,
      monthlyCreditIssued: '2026-03-02T12:00:00.000Z',
      paymentMethod: 'stripe',
    })
    expect(await at.bronzeOf(member)).toBe(1)
  })

  it('a membership begins with auto-entry, unless its member had switched it off', async () => {
    const user = await shop.addUser()
    await shop.call('/api/my/auto-entry', { as: user, json: { enabled: false } })
    const member = await at.subscribe(user, {})
    expect((await shop.call('/api/credits', { as: member })).json).toMatchObject({
      autoEntryEnabled: false,
      autoEntryOptOut: true,
    })
  })

  it('bills a year at once on the yearly plan, twelve times the amount of a month [B-9.5] [B-11.19]', async () => {
    const member = await at.subscribe(await shop.addUser(), { plan: 'yearly' })
    const { startDate, nextBillingDate, ...subscription } = await at.mine(member)
    expect(subscription).toMatchObject({ plan: 'yearly', interval: 'year', amount: 24.99, total: 299.88 })
    expect(+new Date(nextBillingDate) - +new Date(startDate)).toBe(365 * 24 * 3_600_000)
  })

  it('the amount in the body is compared and never charged [B-7.21]', async () => {
    const user = await shop.addUser()
    const { status, json } = await at.begin(user, { plan: 'monthly', amount: 0.99 })
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'amount_changed' })
    expect(json).toMatchObject({ amount: 24.99, total: 24.99 })
    for (const amount of [24.99, 299.88]) {
      expect((await at.begin(user, { plan: 'yearly', amount, interval: 'year' })).status).toBe(200)
    }
  })

  it('GET /subscriptions/plans answers the plans [B-1.5]', async () => {
    const { json } = await shop.call('/api/subscriptions/plans')
    expect(json.plans).toMatchObject([
      { plan: 'monthly', interval: 'month', amount: 24.99, total: 24.99 },
      { plan: 'yearly', interval: 'year', amount: 24.99, total: 299.88 },
    ])
  })

  it.each([
    ['an unknown plan', { plan: 'weekly' }, 400, 'invalid_input'],
    ['a plan with another’s interval', { plan: 'monthly', interval: 'year' }, 400, 'invalid_input'],
    ['a field that is not known', { plan: 'monthly', price: 1 }, 400, 'invalid_input'],
    ['the second gateway', { plan: 'monthly', paymentMethod: 'gateway' }, 409, 'gateway_not_configured'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await at.begin(await shop.addUser(), body)
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code })
  })

  it('refuses a shopper under age, and a shopper who is a member already [B-7.21]', async () => {
    const young = await at.begin(await shop.addUser({ birthDate: '2005-03-03' }))
    expect(young.json.code).toBe('under_age')
    const member = await at.subscribe(await shop.addUser())
    const again = await at.begin(member)
    expect(again.json).toMatchObject({
      status: 409,
      code: 'already_member',
      detail: 'You already have an active membership.',
    })
    await at.cancel(member)
    expect((await at.begin(member)).json.code, 'its paid period still runs').toBe('already_member')
  })

  it('subscribing requires a signed-in user [B-6.2]', async () => {
    for (const path of ['/api/subscriptions', '/api/subscriptions/cancel', '/api/subscriptions/refresh']) {
      expect((await shop.call(path, { json: {} })).json.code).toBe('NotAuthorizedException')
    }
    expect((await shop.call('/api/my/subscription')).status).toBe(401)
  })
})
