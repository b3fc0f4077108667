import { whileSandboxAway } from '@redoubt/stripe-sandbox/testing'
import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { MY, type MyChange } from '#kernel/realtime-topics.server.ts'
import { openBillingShop } from '../testing/billing.ts'
import { CARD_FAILING_LATER } from '../testing/subscribing.ts'
import { keepMembership, takeReading } from './sync/commands/keep-membership.server.ts'

const { shop, at } = await openBillingShop()

/** For days that every month has. */
function monthsLater(date: string, months: number): string {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later.toISOString()
}

describe('renewing', () => {
  it('a renewal moves the billing dates, and voids no token [B-4.30]', async () => {
    const member = await at.subscribe(await shop.addUser())
    const { nextBillingDate } = await at.mine(member)
    await at.advance(32)
    expect(await at.mine(member)).toMatchObject({
      status: 'active',
      lastBillingDate: nextBillingDate,
      nextBillingDate: monthsLater(nextBillingDate, 1),
    })
  })

  it('a renewal of a yearly plan moves the next billing date by a year [B-4.30]', async () => {
    const then = shop.clock.now()
    const begun = await at.subscribe(await shop.addUser(), { plan: 'yearly' })
    const { nextBillingDate } = await at.mine(begun)
    await at.advance(366)
    const member = await at.signInAgain(begun)
    expect(await at.mine(member)).toMatchObject({
      status: 'active',
      plan: 'yearly',
      lastBillingDate: nextBillingDate,
      nextBillingDate: monthsLater(nextBillingDate, 12),
    })
    shop.clock.set(then)
  })

  it('a failing card pauses the benefits, and a final failure ends the membership [B-8.22]', async () => {
    const member = await at.subscribe(await shop.addUser(), { card: CARD_FAILING_LATER })
    await at.advance(32)
    expect(await at.isMember(member)).toBe(false)
    const late = await at.signInAgain(member)
    expect(await at.mine(late)).toMatchObject({ status: 'past_due', benefitsActive: false })
    expect((await at.begin(late)).json.code).toBe('payment_due')
    await at.advance(20)
    expect(await at.mine(late)).toMatchObject({ status: 'cancelled', benefitsActive: false })
    expect((await at.begin(late)).status).toBe(200)
  })

  it('a cancellation while the card fails ends the membership at once', async () => {
    const member = await at.subscribe(await shop.addUser(), { card: CARD_FAILING_LATER })
    await at.advance(32)
    const late = await at.signInAgain(member)
    const { json } = await at.cancel(late)
    expect(json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: false, nextBillingDate: null })
  })
})

describe('refreshing', () => {
  it('a refresh without a membership says so [B-8.23]', async () => {
    const { json } = await at.refresh(await shop.addUser())
    expect(json).toEqual({ found: false, message: 'No active subscription found', subscription: {} })
  })

  it('a refresh reads an active subscription from the provider [B-7.32] [B-11.21]', async () => {
    const member = await at.subscribe(await shop.addUser())
    const { json } = await at.refresh(member)
    expect(json).toMatchObject({
      found: true,
      message: 'Active subscription found and refreshed',
      subscription: { status: 'active' },
    })
  })

  it('a refresh finds a membership that ended without a webhook [B-4.29]', async () => {
    const member = await at.subscribe(await shop.addUser())
    await at.cancel(member)
    await at.loseWebhooks()
    expect((await shop.call('/dev/stripe/advance', { json: { days: 32 } })).status).toBe(200)
    expect(await at.isMember(member)).toBe(true)
    expect((await at.refresh(member)).json.message).toBe('No active subscription found')
    expect(await at.isMember(member)).toBe(false)
    shop.paymentProvider.sandbox!.start()
    await at.settle()
  })

  it('a refresh finds a purchase without a webhook, and begins its membership [B-4.28] [B-8.23] [B-9.5]', async () => {
    await at.loseWebhooks()
    const user = await shop.addUser()
    await at.pay((await at.begin(user)).json.url)
    const { json } = await at.refresh(user)
    expect(json).toMatchObject({
      found: true,
      message: 'Found recent subscription purchase.',
      subscription: { status: 'active' },
    })
    shop.paymentProvider.sandbox!.start()
    await at.settle()
    const member = await at.signInAgain(user)
    expect(await at.bronzeOf(member)).toBe(1)
    expect((await at.refresh(member)).json.message).toBe('Active subscription found and refreshed')
  })
})

describe('refreshing long after a purchase without a webhook', () => {
  it.each(
    firstOf([
      [29, 'Found recent subscription purchase.'],
      [31, 'No active subscription found'],
    ] as const),
  )('a purchase of %i days ago says "%s" [B-4.28] [B-9.5]', async (days, message) => {
    await at.loseWebhooks()
    const user = await shop.addUser()
    await at.pay((await at.begin(user)).json.url)
    const then = shop.clock.now()
    shop.clock.advance(days * 24 * 3_600_000)
    expect((await at.refresh(await at.signInAgain(user))).json.message).toBe(message)
    shop.clock.set(then)
    shop.paymentProvider.sandbox!.start()
    await at.settle()
  })
})

describe('a payment provider that fails', () => {
  const without = (work: () => Promise<void>) => whileSandboxAway(shop.services.pool, work)

  it('a failing provider is reported in its message, and nothing changes [B-8.22] [B-9.46]', async () => {
    const user = await shop.addUser()
    const member = await at.subscribe(await shop.addUser())
    await at.loseWebhooks()
    await without(async () => {
      const failed = (sentence: string) => ({ status: 502, detail: sentence })
      expect((await at.begin(user)).json).toMatchObject(failed('Failed to create subscription. Please try again.'))
      expect((await at.cancel(member)).json).toMatchObject(failed('Failed to cancel subscription'))
      expect((await at.refresh(member)).json).toMatchObject(
        failed('Failed to refresh subscription data. Please try again.'),
      )
      expect(await at.mine(member)).toMatchObject({ status: 'active', benefitsActive: true })
      expect(await at.mine(user)).toEqual({})
    })
    shop.paymentProvider.sandbox!.start()
    expect((await at.cancel(member)).json.message).toBe('Subscription cancelled successfully')
  })
})

describe('open screens', () => {
  it('open screens are notified when a membership begins, changes or gets its benefit', async () => {
    const heard: MyChange[] = []
    shop.services.signals.subscribe(MY, message => heard.push(message as MyChange))
    const member = await at.subscribe(await shop.addUser())
    const own = () => heard.filter(({ userId }) => userId === member.userId).flatMap(({ changed }) => changed)
    await expect.poll(own).toContain('credits')
    expect(own()).toContain('membership')
    heard.length = 0
    await at.cancel(member)
    await expect.poll(own).toContain('membership')
  })
})

describe('a late reading', () => {
  it('an older reading never overwrites a newer one', async () => {
    const member = await at.subscribe(await shop.addUser())
    const { rows } = await shop.services.pool.query<{ provider_id: string }>(
      'select provider_id from membership where user_id = $1',
      [member.userId],
    )
    const { payments } = shop.services
    const older = await takeReading(shop.system, () => payments.readSubscription(rows[0]!.provider_id))
    await at.cancel(member)
    await keepMembership(shop.system, member.userId, older)
    expect(await at.mine(await at.signInAgain(member))).toMatchObject({ status: 'cancelled' })
  })
})
