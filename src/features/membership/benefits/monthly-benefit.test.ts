import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { endSessions, lockRights, revokeTokens } from '#features/identity/sessions/commands/revoke.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { readMembership } from '../subscriptions/sync/commands/read-membership.server.ts'
import { subscribingIn } from '../testing/subscribing.ts'
import { claimMonthlyBenefit, issueMonthlyBenefits } from './commands/monthly-benefit.server.ts'

let shop: TestShop
let at: ReturnType<typeof subscribingIn>

async function open(now: string) {
  shop = await testShop({ connections: 30, now: new Date(now) })
  at = subscribingIn(shop)
}
beforeEach(() => open('2026-03-31T23:30:00Z'))
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))

const members = (count: number) => Promise.all(Array.from({ length: count }, () => shop.addUser({ subscriber: true })))
const balances = async () => {
  const { rows } = await shop.services.pool.query<{ available: number; n: number }>(
    'select available, count(*)::int as n from credit_account group by 1',
  )
  return rows
}
const claim = (as: TestUser) => shop.call('/api/my/monthly-credit', { as, method: 'POST' })

describe('the monthly benefit', () => {
  it('each member gets the benefit once when the job runs twenty times concurrently [B-4.31]', async () => {
    await members(1200)
    const runs = await Promise.all(Array.from({ length: 20 }, () => issueMonthlyBenefits(shop.system)))
    expect(runs.reduce((sum, { issued }) => sum + issued, 0)).toBe(1200)
    expect(await balances()).toEqual([{ available: 1, n: 1200 }])
    expect(await issueMonthlyBenefits(shop.system)).toEqual({ issued: 0, isFinished: true })
  })

  it('the yearly plan gets the benefit every month, and users without a membership get none', async () => {
    await at.addPlans()
    await shop.addUser()
    const yearly = await at.subscribe(await shop.addUser(), { plan: 'yearly' })
    shop.clock.set('2026-04-01T00:05:00Z')
    expect((await issueMonthlyBenefits(shop.system)).issued).toBe(1)
    expect(await at.bronzeOf(await at.signInAgain(yearly))).toBe(2)
  })

  it('a month has one benefit when the clock stops, goes back or repeats [B-9.7] [B-11.32]', async () => {
    const [member] = await members(1)
    await issueMonthlyBenefits(shop.system)
    shop.clock.set('2026-04-01T00:10:00Z')
    await issueMonthlyBenefits(shop.system)
    for (const back of ['2026-03-31T23:10:00Z', '2026-02-28T23:59:59Z', '2026-04-01T00:00:00Z']) {
      shop.clock.set(back)
      await issueMonthlyBenefits(shop.system)
      await claimMonthlyBenefit(shop.system, member!.userId)
    }
    expect(await balances()).toEqual([{ available: 2, n: 1 }])
  })

  it('a clock set back gives no second benefit to a member who joined after midnight', async () => {
    shop.clock.set('2026-04-01T00:05:00Z')
    const [member] = await members(1)
    await claimMonthlyBenefit(shop.system, member!.userId)
    shop.clock.set('2026-03-31T23:05:00Z')
    await issueMonthlyBenefits(shop.system)
    expect(await balances()).toEqual([{ available: 1, n: 1 }])
  })

  it('a second membership in the same month gets no second benefit', async () => {
    await at.addPlans()
    const first = await at.subscribe(await shop.addUser())
    await shop.call('/api/subscriptions/cancel', {
      as: first,
      json: { subscriptionId: (await at.mine(first)).id },
    })
    const { monthlyCreditIssued } = await at.mine(first)
    expect(monthlyCreditIssued).not.toBeNull()
    await at.advance(32)
    const second = await at.subscribe(await at.signInAgain(first))
    expect(await at.mine(second)).toMatchObject({ status: 'active', monthlyCreditIssued })
    expect(await at.bronzeOf(second)).toBe(1)
  })

  it('the benefit begins with the membership, once, when webhook, return and refresh race', async () => {
    await at.addPlans()
    const user = await shop.addUser()
    const { json } = await at.begin(user)
    const back = await at.pay(json.url)
    const refresh = () => shop.call('/api/subscriptions/refresh', { as: user, method: 'POST' })
    await Promise.all([
      at.verify(user, back.searchParams.get('session_id')!),
      ...Array.from({ length: 5 }, refresh),
      shop.paymentProvider.sandbox!.deliverDue(shop.clock.now()),
    ])
    await at.settle()
    const { rows } = await shop.services.pool.query('select provider_id from membership where user_id = $1', [
      user.userId,
    ])
    expect(rows).toHaveLength(1)
    const again = () => readMembership(shop.system, { userId: user.userId, subscriptionId: rows[0].provider_id })
    await Promise.all(Array.from({ length: 20 }, again))
    expect(await at.bronzeOf(await at.signInAgain(user))).toBe(1)
  })

  it('a shopper who pays in two windows is billed once: the second subscription ends at once', async () => {
    await at.addPlans()
    const user = await shop.addUser()
    const urls = [(await at.begin(user)).json.url, (await at.begin(user, { plan: 'yearly' })).json.url]
    await Promise.all(urls.map(url => at.pay(url)))
    await at.settle()
    const { rows } = await shop.services.pool.query('select status from membership where user_id = $1 order by 1', [
      user.userId,
    ])
    expect(rows).toEqual([{ status: 'active' }, { status: 'cancelled' }])
    const { rows: sold } = await shop.services.pool.query(
      `select data->>'status' as status from stripe_sandbox.object where kind = 'subscription' order by 1`,
    )
    expect(sold).toEqual([{ status: 'active' }, { status: 'canceled' }])
    expect(await at.bronzeOf(await at.signInAgain(user))).toBe(1)
  })

  it('a run leaves members of a concurrent run alone, and takes them when that run fails', async () => {
    await members(3)
    const busy = await shop.services.pool.connect()
    await busy.query('begin')
    await busy.query('select id from membership order by id limit 1 for update')
    expect((await issueMonthlyBenefits(shop.system)).issued).toBe(2)
    await busy.query('rollback')
    busy.release()
    expect((await issueMonthlyBenefits(shop.system)).issued).toBe(1)
  })

  it('credits and the month are written in one transaction, or neither', async () => {
    const [member] = await members(1)
    const broken = { ...shop.system, settings: { ...shop.system.settings } }
    Object.defineProperty(broken.settings, 'premium', {
      get: () => {
        throw new Error('A fault in the middle.')
      },
    })
    await expect(issueMonthlyBenefits(broken)).rejects.toThrow('A fault in the middle.')
    expect(await claimMonthlyBenefit(shop.system, member!.userId)).toBe(true)
  })
})

describe('asking for the benefit', () => {
  it('asking issues a due benefit once and says "Monthly credit issued!" [B-1.7] [B-7.32] [B-8.25]', async () => {
    const [member] = await members(1)
    expect((await claim(member!)).json).toEqual({
      issued: true,
      amount: 1,
      message: 'Monthly credit issued! Check your credits.',
    })
    expect((await claim(member!)).json).toEqual({ issued: false, amount: 0, message: null })
    const statement = await shop.call('/api/my/credits/history?type=benefit', { as: member! })
    expect(statement.json.items).toMatchObject([
      { amount: 1, tier: 'Bronze', description: 'Premium benefit for 2026-03' },
    ])
  })

  it('asking gives nothing to non-members, and one benefit for thirty concurrent calls', async () => {
    expect((await claim(await shop.addUser())).json).toMatchObject({ issued: false })
    const [member] = await members(1)
    const answers = await Promise.all(Array.from({ length: 30 }, () => claim(member!)))
    expect(answers.filter(({ json }) => json.issued)).toHaveLength(1)
    expect(await at.bronzeOf(member!)).toBe(1)
  })

  it('the benefit can be five bonus entries instead [B-1.7] [B-8.27]', async () => {
    const [member] = await members(1)
    await shop.changeSettings({ premium: { monthlyBenefit: 'bonus-entries' } })
    try {
      expect((await claim(member!)).json).toEqual({ issued: true, amount: 5, message: '5 bonus entries added!' })
      expect(await at.mine(member!)).toMatchObject({ bonusEntries: 5 })
      expect(await at.bronzeOf(member!)).toBe(5)
    } finally {
      await shop.changeSettings({ premium: { monthlyBenefit: 'bronze-credit' } })
    }
  })
})

it('benefits, changes of memberships and ended sessions never deadlock', async () => {
  const everybody = await members(10)
  for (let month = 4; month <= 9; month++) {
    shop.clock.set(`2026-0${month}-01T00:05:00Z`)
    const work = everybody.flatMap(({ userId }) => [
      claimMonthlyBenefit(shop.system, userId),
      transact(shop.system, async tx => {
        await lockRights(tx, userId)
        await tx.db.updateTable('membership').set({ read_at: tx.now() }).where('user_id', '=', userId).execute()
        await revokeTokens(tx, userId)
      }),
      claimMonthlyBenefit(shop.system, userId),
      endSessions(shop.system, userId),
    ])
    await Promise.all([...work, issueMonthlyBenefits(shop.system)])
  }
  expect(await balances()).toEqual([{ available: 6, n: 10 }])
})

it('thousands of members are processed in batches of 500, each in a transaction', async () => {
  const { pool } = shop.services
  await pool.query(
    `insert into users (id, email, name) select gen_random_uuid(), 'm' || n || '@example.com', 'Member' from generate_series(1, 5000) n`,
  )
  await pool.query(
    `insert into membership (id, user_id, plan, status, started_at, current_period_ends_at)
     select gen_random_uuid(), id, 'monthly', 'active', now(), now() + interval '1 month' from users`,
  )
  const { issued, isFinished } = await issueMonthlyBenefits(shop.system)
  expect({ issued, isFinished }).toEqual({ issued: 5000, isFinished: true })
  const { rows } = await pool.query<{ most: number }>(
    `select max(n)::int as most from (select xmin::text, count(*) as n from credit_account group by 1) t`,
  )
  expect(rows[0]!.most).toBeLessThanOrEqual(500)
})
