import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { readOverdueMemberships } from './commands/read-membership.server.ts'
import { subscribingIn } from './testing/subscribing.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let at: ReturnType<typeof subscribingIn>
beforeAll(async () => {
  shop = await openTestShop({ connections: 20 })
  at = subscribingIn(shop)
  await at.addPlans()
})
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))
afterAll(() => shop.close())

describe('cancelling', () => {
  it('keeps the benefits until the paid period ends, and then they end', async () => {
    const member = await at.subscribe(await shop.addUser())
    const before = await at.mine(member)
    const { status, json } = await at.cancel(member)
    expect(status).toBe(200)
    expect(json.message).toBe('Subscription cancelled successfully')
    expect(json.subscription).toMatchObject({
      status: 'cancelled',
      cancelledDate: expect.any(String),
      nextBillingDate: null,
      endDate: before.nextBillingDate,
      benefitsActive: true,
    })
    expect(await at.isMember(member)).toBe(true)

    await at.advance(32)
    expect(await at.isMember(member)).toBe(false)
    const after = await at.mine(await at.signInAgain(member))
    expect(after).toMatchObject({ status: 'cancelled', benefitsActive: false, endDate: before.nextBillingDate })
  })

  it('may be taken back while the period runs, and then it renews', async () => {
    const member = await at.subscribe(await shop.addUser())
    const before = await at.mine(member)
    await at.cancel(member)
    const { json } = await at.resume(member)
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
    await at.cancel(member)
    await at.advance(32)
    const { status, json } = await at.resume(await at.signInAgain(member))
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'subscription_ended' })
  })

  it('is the same asked twice, and ten times at once', async () => {
    const member = await at.subscribe(await shop.addUser())
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.cancel(member)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await at.settle()
    expect(await at.mine(member)).toMatchObject({ status: 'cancelled', benefitsActive: true })
    expect((await at.cancel(member)).status).toBe(200)
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
    expect((await at.cancel(member)).json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: true })
    await readOverdueMemberships(shop.system)
    expect(await at.isMember(member)).toBe(true)
    shop.clock.advance(32 * 24 * 3_600_000)
    await readOverdueMemberships(shop.system)
    expect(await at.isMember(member)).toBe(false)
  })
})
