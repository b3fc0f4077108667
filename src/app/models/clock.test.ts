import { describe, expect, it } from 'vitest'
import { auditCredits } from '#features/credits/queries.server.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { freezeDateOf } from '#features/giveaways/giveaway/rules.ts'
import { issueMonthlyBenefits } from '#features/membership/benefits/commands/monthly-benefit.server.ts'
import { readOverdueMemberships } from '#features/membership/subscriptions/sync/commands/read-membership.server.ts'
import { subscribingIn } from '#features/membership/testing/subscribing.ts'
import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import { testShop } from '../testing/shop.ts'
import { firstOf } from '../testing/suites/again.ts'
import type { TestUser } from '../testing/users.ts'

/**
 * One shop whose clock walks through fourteen months: both daylight-saving changes of the official time zone, a leap day and every month's
 * end. Nothing runs twice, early or late.
 */
const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR

const shop = await testShop({ connections: 20, now: new Date('2027-01-31T10:00:00Z') })
const at = subscribingIn(shop)
await at.addPlans()
const admin = await shop.addUser({ admin: true })
// The tests advance the sandbox themselves, because its own loop uses the wall clock.
await at.loseWebhooks()

const iso = (time: number) => new Date(time).toISOString()

/** The days around the ends of months, around billing and leaving, and around both changes of daylight-saving time. */
const BUSY_DAYS = /-(0[12]|1[456]|20|2[6789]|3[01])$|-03-1[1-5]$|-11-0[5-9]$/
/** Midnight in UTC; midnight in the official zone in summer and winter; the skipped or repeated hour; the end. */
const BUSY_HOURS = [0, 6, 7, 8, 8.5, 9, 9.5]
/** Nothing is due on the other days, and all seven moments of each took half of the walk. */
const QUIET_HOURS = [8]

/** A fresh token, because the clock moves more than an hour between two moments. */
const asNow = async (user: TestUser, isAdmin = false): Promise<TestUser> => {
  const claims = {
    ...user,
    name: 'Sam Porter',
    isAdmin,
    role: isAdmin ? ('owner' as const) : null,
    isSubscriber: false,
    authenticatedAt: shop.clock.now(),
  }
  return { ...user, idToken: (await shop.idTokens.issue(claims)).idToken }
}

describe('memberships over fourteen months', () => {
  /** Subscribes through the payment page, at the clock's current time. */
  async function begin(plan: 'monthly' | 'yearly'): Promise<TestUser> {
    const user = await asNow(await shop.addUser())
    const back = await at.pay((await at.begin(user, { plan })).json.url)
    expect((await at.verify(user, back.searchParams.get('session_id')!)).json.status).toBe('paid')
    await shop.call('/api/subscriptions/refresh', { as: user, method: 'POST' })
    // Tokens without the membership are void from this moment on.
    shop.clock.advance(SECOND)
    return user
  }

  /** Runs the scheduled work, in two concurrent processes. */
  async function work() {
    await shop.paymentProvider.sandbox!.runDue()
    const { system } = shop
    await Promise.all([
      issueMonthlyBenefits(system),
      issueMonthlyBenefits(system),
      readOverdueMemberships(system),
      readOverdueMemberships(system),
    ])
  }

  async function monthsOf({ userId }: TestUser): Promise<string[]> {
    const { rows } = await shop.services.pool.query<{ source_id: string; amount: number }>(
      `select source_id, amount from credit_transfer where user_id = $1 and kind = 'benefit' order by source_id`,
      [userId],
    )
    expect(rows.every(({ amount }) => amount === 1)).toBe(true)
    return rows.map(({ source_id }) => source_id.slice(-7))
  }

  const monthsBetween = (first: string, last: string): string[] => {
    const months = [first]
    while (months.at(-1)! < last) {
      const [year, month] = months.at(-1)!.split('-').map(Number) as [number, number]
      months.push(iso(Date.UTC(year, month, 1)).slice(0, 7))
    }
    return months
  }

  it('bring each member exactly one benefit a month, and bill at the ends of short months [B-4.30] [B-4.31] [B-9.7]', {
    tags: 'again',
  }, async () => {
    const monthly = await begin('monthly')
    const billed = new Set<string>()
    const noteBilling = async () => billed.add((await at.mine(await asNow(monthly))).nextBillingDate)
    let yearly: TestUser | undefined
    let leaving: TestUser | undefined
    let leapling: TestUser | undefined

    for (let day = Date.UTC(2027, 1, 1); day <= Date.UTC(2028, 3, 1); day += DAY) {
      const date = iso(day).slice(0, 10)
      if (date.endsWith('-01')) await throughMidnight(day)
      for (const hours of BUSY_DAYS.test(date) ? BUSY_HOURS : QUIET_HOURS) {
        shop.clock.set(iso(day + hours * HOUR))
        await work()
      }
      shop.clock.set(iso(day + 10 * HOUR))
      if (date === '2027-03-31') yearly = await begin('yearly')
      if (date === '2027-05-15') leaving = await begin('monthly')
      if (date === '2027-06-20') await cancel(leaving!)
      if (date === '2028-02-29') leapling = await begin('yearly')
      shop.clock.set(iso(day + DAY - SECOND))
      await work()
      if (/-(27|28|29|30|31)$/.test(date)) await noteBilling()
    }

    expect(await monthsOf(monthly)).toEqual(monthsBetween('2027-01', '2028-04'))
    expect(await monthsOf(yearly!)).toEqual(monthsBetween('2027-03', '2028-04'))
    expect(await monthsOf(leaving!)).toEqual(['2027-05', '2027-06', '2027-07'])
    expect(await monthsOf(leapling!)).toEqual(['2028-02', '2028-03', '2028-04'])
    expect([...billed].map(date => date.slice(0, 10))).toEqual([
      ...['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31', '2027-08-31'],
      ...[
        '2027-09-30',
        '2027-10-31',
        '2027-11-30',
        '2027-12-31',
        '2028-01-31',
        '2028-02-29',
        '2028-03-31',
        '2028-04-30',
      ],
    ])
    expect((await at.mine(await asNow(leaving!))).endDate).toBe('2027-07-15T10:00:00.000Z')
    expect(await auditCredits(shop.system)).toEqual([])
  })

  /** The start of a month: one second before, at and after it; then the clock is set back by an hour. */
  async function throughMidnight(midnight: number) {
    for (const seconds of [-1, 0, 30, 30 - 3600, 45 - 3600, 45, 3600]) {
      shop.clock.set(iso(midnight + seconds * SECOND))
      await work()
    }
  }

  async function cancel(user: TestUser) {
    const as = await asNow(user)
    const { id } = await at.mine(as)
    const { json } = await shop.call('/api/subscriptions/cancel', { as, json: { subscriptionId: id } })
    expect(json.subscription.benefitsActive).toBe(true)
  }

  it('bill a membership that began on a leap day on the last of February, and on the 29th again four years on', async () => {
    shop.clock.set('2028-02-29T10:00:00Z')
    const user = await begin('yearly')
    const dates: string[] = []
    for (let year = 0; year < 4; year++) {
      dates.push((await at.mine(await asNow(user))).nextBillingDate.slice(0, 10))
      shop.clock.advance(366 * DAY)
      await work()
    }
    expect(dates).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })
})

describe('a giveaway opens and closes to the second', () => {
  const answerOf = async (id: string, user: TestUser, slot: number) => {
    const answer = await shop.call(`/api/giveaways/${id}/entries`, { as: await asNow(user), json: { slots: [slot] } })
    return answer.status === 200 ? 'entered' : answer.json.code
  }

  // In the order of time, because a witness never signs a time before its last one.
  it.each(
    firstOf(
      [
        ['over the hour that is left out in March', '2027-03-14T10:00:00Z', '2027-03-20T05:59:59Z'],
        ['on the last day of a month', '2027-04-30T23:30:00Z', '2027-05-31T23:59:59Z'],
        ['over the hour that comes twice in November', '2027-11-05T06:00:00Z', '2027-11-07T08:30:00Z'],
        ['from one year into the next', '2027-12-31T23:59:59Z', '2028-01-01T00:00:01Z'],
        ['over a leap day', '2028-02-29T07:00:00Z', '2028-03-01T07:00:00Z'],
      ] as const,
      2,
    ),
  )('%s [B-1.5] [B-4.20] [B-4.24] [B-6.3] [B-9.6]', async (_, startDate, endDate) => {
    const [start, end] = [Date.parse(startDate), Date.parse(endDate)]
    const early = start - 48 * HOUR
    shop.clock.set(iso(early - 10 * DAY))
    const json = { title: 'Clock', description: 'A box of goods.', tier: 'Bronze', startDate, endDate }
    const made = await shop.call('/api/giveaways', { as: await asNow(admin, true), json })
    expect(made.status, made.text).toBe(200)
    const { id } = made.json
    expect(made.json.earlyAccessDate).toBe(iso(early))
    const credits = { Bronze: 5 }
    const [shopper, member] = [await shop.addUser({ credits }), await shop.addUser({ subscriber: true, credits })]
    /** Runs jobs twice concurrently; the clock may briefly be an hour behind. */
    const then = async (time: number) => {
      for (const moment of [time - HOUR, time]) {
        shop.clock.set(iso(moment))
        await Promise.all([tendDraws(shop.system), tendDraws(shop.system)])
      }
    }
    const read = async () => (await shop.call(`/api/giveaways/${id}`, { as: await asNow(admin, true) })).json
    const stateNow = async () => (await read()).state
    const frozenAt = async () => (await read()).frozenAt

    await then(early - SECOND)
    expect(await answerOf(id, member, 1)).toBe('not_yet_for_subscribers')
    await then(early)
    expect(await answerOf(id, member, 1)).toBe('entered')
    expect(await answerOf(id, shopper, 2)).toBe('not_yet')
    await then(start - SECOND)
    expect(await answerOf(id, shopper, 2)).toBe('not_yet')
    await then(start)
    expect(await answerOf(id, shopper, 2)).toBe('entered')
    await then(end - SECOND)
    expect(await answerOf(id, shopper, 3)).toBe('entered')
    shop.clock.set(iso(end))
    expect(await answerOf(id, shopper, 4), 'before any job ran').toBe('giveaway_ended')
    await then(end)
    shop.clock.set(iso(end - HOUR))
    expect(await answerOf(id, shopper, 4), 'closed is closed, whatever the clock says later').toBe('giveaway_ended')

    const freeze = +freezeDateOf(new Date(end), shop.services.settings.mailInHours, shopZoneAt(new Date(end)))
    await then(freeze - SECOND)
    expect(await frozenAt()).toBeNull()
    await then(freeze)
    expect([await stateNow(), await frozenAt()]).toEqual(['closed', iso(freeze)])
    // Of two turns at once, one may publish before the other freezes. The next turn has the freeze witnessed.
    await tendDraws(shop.system)
    await then(freeze + 10 * SECOND)
    expect(await stateNow()).toBe('drawn')
  })
})
