import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import { issueCredits, withdrawCredits } from './commands.server.ts'
import { auditCredits, creditBalancesOf } from './queries.server.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
beforeAll(async () => {
  shop = await openTestShop({ connections: 40 })
})
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))
afterAll(() => shop.close())

const source = (id: string) => ({ type: 'order', id, description: 'Order' })

describe('issuing', () => {
  it('happens once for a source, however often and at once it is asked for', async () => {
    const { userId } = await shop.addUser()
    const issue = () =>
      issueCredits(shop.system, { userId, tier: 'Silver', amount: 2, kind: 'earned', source: source('one') })
    const results = await Promise.all(Array.from({ length: 200 }, issue))
    expect(results.filter(Boolean)).toHaveLength(1)
    const { silverCredits } = await creditBalancesOf(shop.system, userId)
    expect(silverCredits).toBe(2)
  })
})

describe('withdrawing', () => {
  it('never goes below zero when 500 want the last credit at once', async () => {
    const { userId } = await shop.addUser({ credits: { Gold: 1 } })
    const take = (n: number) =>
      withdrawCredits(shop.system, {
        userId,
        tier: 'Gold',
        amount: 1,
        kind: 'subtracted',
        source: source(`take ${n}`),
      }).catch(error => error.code)
    const results = await Promise.all(Array.from({ length: 500 }, (_, n) => take(n)))
    expect(results.filter(result => result === true)).toHaveLength(1)
    expect(results.filter(result => result === 'insufficient_credits')).toHaveLength(499)
  })
})

describe('the statement', () => {
  it('shows each line with the balance after it, newest first, page by page', async () => {
    const user = await shop.addUser({ credits: { Bronze: 3 } })
    shop.clock.advance(1000)
    await withdrawCredits(shop.system, {
      userId: user.userId,
      tier: 'Bronze',
      amount: 2,
      kind: 'subtracted',
      source: source('s'),
    })
    const first = await shop.call('/api/my/credits/history?limit=1', { as: user })
    expect(first.json.items[0]).toMatchObject({ type: 'subtracted', amount: -2, balance: 1, tier: 'Bronze' })
    const second = await shop.call(`/api/my/credits/history?limit=1&cursor=${first.json.nextCursor}`, { as: user })
    expect(second.json).toMatchObject({ items: [{ type: 'granted', amount: 3, balance: 3 }], nextCursor: null })
    expect((await shop.call('/api/credits', { as: user })).json).toMatchObject({ bronzeCredits: 1, silverCredits: 0 })
  })

  it('is nobody else’s', async () => {
    expect((await shop.call('/api/credits')).json).toMatchObject({ status: 401, code: 'NotAuthorizedException' })
  })
})
