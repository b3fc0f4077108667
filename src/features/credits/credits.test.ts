import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import { issueCredits, withdrawCredits } from './commands.server.ts'
import { auditCredits, readCreditBalances } from './queries.server.ts'

const shop = await testShop({ connections: 40 })
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))

const source = (id: string) => ({ type: 'order', id, description: 'Order' })

describe('GET /credits', () => {
  it('GET /credits answers all fields of the user’s own balance [B-1.4] [B-3.9] [B-7.13]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 3, Platinum: 1 } })
    expect((await shop.call('/api/credits', { as: user })).json).toEqual({
      userId: user.userId,
      bronzeCredits: 3,
      silverCredits: 0,
      goldCredits: 0,
      platinumCredits: 1,
      autoEntryEnabled: false,
      lastAutoEntryDate: null,
      monthlyCreditIssued: null,
      autoEntryOptOut: false,
    })
  })
})

describe('moving credits by the browser', () => {
  const balanceOf = async (as: TestUser) => (await shop.call('/api/credits', { as })).json
  const calls = [
    ['consume', { tier: 'Bronze', amount: 1 }, 'spent_by_entry', 'Credits are spent by entering a giveaway.'],
    [
      'award',
      { items: [{ tier: 'Platinum', quantity: 9 }] },
      'awarded_by_payment',
      'Credits are awarded when an order is paid.',
    ],
  ] as const

  it.each(calls)(
    'POST /credits/%s refuses every caller with its own message, and moves nothing [B-7.14] [B-7.15]',
    async (call, json, code, says) => {
      for (const admin of [false, true]) {
        const user = await shop.addUser({ admin, credits: { Bronze: 3 } })
        const before = await balanceOf(user)
        const answer = await shop.call(`/api/credits/${call}`, { as: user, json })
        expect(answer.json).toMatchObject({ status: 403, code, detail: says })
        expect(await balanceOf(user)).toEqual(before)
      }
      expect((await shop.call(`/api/credits/${call}`, { json })).json).toMatchObject({ status: 401 })
    },
  )

  it('distinguishes invalid bodies by field', async () => {
    const user = await shop.addUser()
    const refused = async (call: string, json: unknown) =>
      Object.keys((await shop.call(`/api/credits/${call}`, { as: user, json })).json.errors)
    expect(await refused('consume', { tier: 'Wood', amount: 0 })).toEqual(['tier', 'amount'])
    expect(await refused('award', { items: [{ tier: 'Gold', quantity: -1 }] })).toEqual(['items.0.quantity'])
  })

  it('names a limit of one in the singular', async () => {
    const as = await shop.addUser()
    const { json } = await shop.call('/api/credits/award', { as, json: { items: [] } })
    expect(json.errors).toEqual({ items: ['At least 1 thing.'] })
  })
})

describe('issuing', () => {
  it('credits are issued once for a source, for repeated and concurrent calls', async () => {
    const { userId } = await shop.addUser()
    const issue = () =>
      transact(shop.system, tx =>
        issueCredits(tx, { userId, tier: 'Silver', amount: 2, kind: 'earned', source: source('one') }),
      )
    const results = await Promise.all(Array.from({ length: 200 }, issue))
    expect(results.filter(Boolean)).toHaveLength(1)
    const { silverCredits } = await readCreditBalances(shop.system, userId)
    expect(silverCredits).toBe(2)
  })
})

describe('withdrawing', () => {
  it('the balance never goes below zero when 500 calls want the last credit', async () => {
    const { userId } = await shop.addUser({ credits: { Gold: 1 } })
    const take = (n: number) =>
      transact(shop.system, tx =>
        withdrawCredits(tx, {
          userId,
          tier: 'Gold',
          amount: 1,
          kind: 'subtracted',
          source: source(`take ${n}`),
        }),
      ).catch(error => error.code)
    const results = await Promise.all(Array.from({ length: 500 }, (_, n) => take(n)))
    expect(results.filter(result => result === true)).toHaveLength(1)
    expect(results.filter(result => result === 'insufficient_credits')).toHaveLength(499)
  })
})

describe('the statement', () => {
  it('shows each line with the balance after it, newest first, page by page [B-3.10]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 3 } })
    shop.clock.advance(1000)
    await transact(shop.system, tx =>
      withdrawCredits(tx, {
        userId: user.userId,
        tier: 'Bronze',
        amount: 2,
        kind: 'subtracted',
        source: source('s'),
      }),
    )
    const first = await shop.call('/api/my/credits/history?limit=1', { as: user })
    expect(first.json.items[0]).toMatchObject({
      userId: user.userId,
      type: 'subtracted',
      amount: -2,
      tier: 'Bronze',
      date: shop.clock.now().toISOString(),
      description: 'Order',
      balance: 1,
    })
    const second = await shop.call(`/api/my/credits/history?limit=1&cursor=${first.json.nextCursor}`, { as: user })
    expect(second.json).toMatchObject({ items: [{ type: 'granted', amount: 3, balance: 3 }], nextCursor: null })
    expect((await shop.call('/api/credits', { as: user })).json).toMatchObject({ bronzeCredits: 1, silverCredits: 0 })
  })

  it('the statement is readable by its user only', async () => {
    expect((await shop.call('/api/credits')).json).toMatchObject({ status: 401, code: 'NotAuthorizedException' })
  })
})
