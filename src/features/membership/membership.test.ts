import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { readOverdueMemberships } from './commands/read-membership.server.ts'
import { CARD_FAILING_LATER, subscribingIn } from './testing/subscribing.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let at: ReturnType<typeof subscribingIn>
beforeAll(async () => {
  shop = await openTestShop({ connections: 20 })
  at = subscribingIn(shop)
  await at.addPlans()
})
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))
afterAll(() => shop.close())

const cancel = async (as: TestUser) =>
  shop.call('/api/subscriptions/cancel', { as, json: { subscriptionId: (await at.mine(as)).id } })
const resume = async (as: TestUser) =>
  shop.call('/api/subscriptions/resume', { as, json: { subscriptionId: (await at.mine(as)).id } })
const refresh = (as: TestUser) => shop.call('/api/subscriptions/refresh', { as, method: 'POST' })
const isMember = async (as: TestUser) => {
  const { rows } = await shop.services.pool.query<{ is: boolean }>('select is_subscriber($1) as is', [as.userId])
  return rows[0]!.is
}

describe('subscribing', () => {
  it('leads to the payment page, back to the dashboard, and to an active subscription', async () => {
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
      autoEntryEnabled: false,
      bonusEntries: 0,
      monthlyCreditIssued: '2026-03-02T12:00:00.000Z',
      paymentMethod: 'stripe',
    })
    expect(await at.bronzeOf(member)).toBe(1)
  })

  it('bills a year at once on the yearly plan, twelve times the amount of a month', async () => {
    const member = await at.subscribe(await shop.addUser(), { plan: 'yearly' })
    const { startDate, nextBillingDate, ...subscription } = await at.mine(member)
    expect(subscription).toMatchObject({ plan: 'yearly', interval: 'year', amount: 24.99, total: 299.88 })
    expect(+new Date(nextBillingDate) - +new Date(startDate)).toBe(365 * 24 * 3_600_000)
  })

  it('compares the amount and never believes it', async () => {
    const user = await shop.addUser()
    const { status, json } = await at.begin(user, { plan: 'monthly', amount: 0.99 })
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'amount_changed' })
    expect(json).toMatchObject({ amount: 24.99, total: 24.99 })
    for (const amount of [24.99, 299.88]) {
      expect((await at.begin(user, { plan: 'yearly', amount, interval: 'year' })).status).toBe(200)
    }
  })

  it('tells which plans there are', async () => {
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

  it('refuses whoever is under age, and whoever is a member already', async () => {
    const young = await at.begin(await shop.addUser({ birthDate: '2005-03-03' }))
    expect(young.json.code).toBe('under_age')
    const member = await at.subscribe(await shop.addUser())
    const again = await at.begin(member)
    expect(again.json).toMatchObject({
      status: 409,
      code: 'already_member',
      detail: 'You already have an active membership.',
    })
    await cancel(member)
    expect((await at.begin(member)).json.code, 'its paid period still runs').toBe('already_member')
  })

  it('is for who is signed in', async () => {
    for (const path of ['/api/subscriptions', '/api/subscriptions/cancel', '/api/subscriptions/refresh']) {
      expect((await shop.call(path, { json: {} })).json.code).toBe('NotAuthorizedException')
    }
    expect((await shop.call('/api/my/subscription')).status).toBe(401)
  })
})

describe('cancelling', () => {
  it('keeps the benefits until the paid period ends, and then they end', async () => {
    const member = await at.subscribe(await shop.addUser())
    const before = await at.mine(member)
    const { status, json } = await cancel(member)
    expect(status).toBe(200)
    expect(json.message).toBe('Subscription cancelled successfully')
    expect(json.subscription).toMatchObject({
      status: 'cancelled',
      cancelledDate: expect.any(String),
      nextBillingDate: null,
      endDate: before.nextBillingDate,
      benefitsActive: true,
    })
    expect(await isMember(member)).toBe(true)

    await at.advance(32)
    expect(await isMember(member)).toBe(false)
    const after = await at.mine(await at.signInAgain(member))
    expect(after).toMatchObject({ status: 'cancelled', benefitsActive: false, endDate: before.nextBillingDate })
  })

  it('may be taken back while the period runs, and then it renews', async () => {
    const member = await at.subscribe(await shop.addUser())
    const before = await at.mine(member)
    await cancel(member)
    const { json } = await resume(member)
    expect(json.subscription).toMatchObject({
      status: 'active',
      cancelledDate: null,
      nextBillingDate: before.nextBillingDate,
    })
    await at.advance(32)
    const renewed = await at.mine(member)
    expect(renewed).toMatchObject({ status: 'active', lastBillingDate: before.nextBillingDate })
    expect(renewed.nextBillingDate > before.nextBillingDate).toBe(true)
  })

  it('cannot be taken back once it has ended', async () => {
    const member = await at.subscribe(await shop.addUser())
    await cancel(member)
    await at.advance(32)
    const { status, json } = await resume(await at.signInAgain(member))
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'subscription_ended' })
  })

  it('is the same asked twice, and ten times at once', async () => {
    const member = await at.subscribe(await shop.addUser())
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(member)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await at.settle()
    expect(await at.mine(member)).toMatchObject({ status: 'cancelled', benefitsActive: true })
    expect((await cancel(member)).status).toBe(200)
  })

  it('is for one’s own alone', async () => {
    const member = await at.subscribe(await shop.addUser())
    const other = await shop.addUser()
    const subscriptionId = (await at.mine(member)).id
    for (const verb of ['cancel', 'resume']) {
      const answer = await shop.call(`/api/subscriptions/${verb}`, { as: other, json: { subscriptionId } })
      expect(answer.json).toMatchObject({ status: 403, detail: 'Unauthorized access' })
      const unknown = await shop.call(`/api/subscriptions/${verb}`, { as: other, json: { subscriptionId: 'sub_x' } })
      expect(unknown.status).toBe(404)
    }
    expect(await at.mine(member)).toMatchObject({ status: 'active' })
  })

  it('ends a membership that nobody bills with its period, by our own word', async () => {
    const member = await shop.addUser({ subscriber: true })
    expect((await cancel(member)).json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: true })
    await readOverdueMemberships(shop.system)
    expect(await isMember(member)).toBe(true)
    shop.clock.advance(32 * 24 * 3_600_000)
    await readOverdueMemberships(shop.system)
    expect(await isMember(member)).toBe(false)
  })
})

describe('renewing', () => {
  it('moves the billing dates on, and voids no token', async () => {
    const member = await at.subscribe(await shop.addUser())
    const { nextBillingDate } = await at.mine(member)
    await at.advance(32)
    expect(await at.mine(member)).toMatchObject({ status: 'active', lastBillingDate: nextBillingDate })
  })

  it('pauses the benefits while the card fails, and ends when it fails for good', async () => {
    const member = await at.subscribe(await shop.addUser(), { card: CARD_FAILING_LATER })
    await at.advance(32)
    expect(await isMember(member)).toBe(false)
    const late = await at.signInAgain(member)
    expect(await at.mine(late)).toMatchObject({ status: 'past_due', benefitsActive: false })
    expect((await at.begin(late)).json.code).toBe('payment_due')
    await at.advance(20)
    expect(await at.mine(late)).toMatchObject({ status: 'cancelled', benefitsActive: false })
    expect((await at.begin(late)).status).toBe(200)
  })

  it('ends at once when it is cancelled while the card fails', async () => {
    const member = await at.subscribe(await shop.addUser(), { card: CARD_FAILING_LATER })
    await at.advance(32)
    const late = await at.signInAgain(member)
    const { json } = await cancel(late)
    expect(json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: false, nextBillingDate: null })
  })
})

describe('refreshing', () => {
  it('says that there is none', async () => {
    const { json } = await refresh(await shop.addUser())
    expect(json).toEqual({ found: false, message: 'No active subscription found', subscription: {} })
  })

  it('reads an active one anew', async () => {
    const member = await at.subscribe(await shop.addUser())
    const { json } = await refresh(member)
    expect(json).toMatchObject({
      found: true,
      message: 'Active subscription found and refreshed',
      subscription: { status: 'active' },
    })
  })

  it('finds one that ended although no word of it came', async () => {
    const member = await at.subscribe(await shop.addUser())
    await cancel(member)
    await at.loseWebhooks()
    expect((await shop.call('/dev/stripe/advance', { json: { days: 32 } })).status).toBe(200)
    expect(await isMember(member)).toBe(true)
    expect((await refresh(member)).json.message).toBe('No active subscription found')
    expect(await isMember(member)).toBe(false)
    shop.paymentProvider.sandbox!.start()
    await at.settle()
  })

  it('finds a purchase of which no word came, and begins its membership', async () => {
    await at.loseWebhooks()
    const user = await shop.addUser()
    await at.pay((await at.begin(user)).json.url)
    const { json } = await refresh(user)
    expect(json).toMatchObject({
      found: true,
      message: 'Found recent subscription purchase.',
      subscription: { status: 'active' },
    })
    shop.paymentProvider.sandbox!.start()
    await at.settle()
    const member = await at.signInAgain(user)
    expect(await at.bronzeOf(member)).toBe(1)
    expect((await refresh(member)).json.message).toBe('Active subscription found and refreshed')
  })
})

describe('a word that came late', () => {
  it('never puts an older reading over a newer one', async () => {
    const member = await at.subscribe(await shop.addUser())
    const { rows } = await shop.services.pool.query<{ provider_id: string }>(
      'select provider_id from membership where user_id = $1',
      [member.userId],
    )
    const { keepMembership, readingOf } = await import('./commands/keep-membership.server.ts')
    const { payments } = shop.services
    const older = await readingOf(shop.system, () => payments.readSubscription(rows[0]!.provider_id))
    await cancel(member)
    await keepMembership(shop.system, member.userId, older)
    expect(await at.mine(await at.signInAgain(member))).toMatchObject({ status: 'cancelled' })
  })
})
