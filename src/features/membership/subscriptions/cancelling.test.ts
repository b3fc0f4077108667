import { describe, expect, it } from 'vitest'
import { openBillingShop } from '../testing/billing.ts'
import { readOverdueMemberships } from './sync/commands/read-membership.server.ts'

const { shop, at } = await openBillingShop()

describe('cancelling', () => {
  it('a cancelled membership keeps its benefits until the paid period ends [B-4.29] [B-7.22] [B-11.21]', async () => {
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

  it('a cancellation can be taken back while the period runs, and the membership then renews [B-11.21]', async () => {
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

  it('a cancellation cannot be taken back after the end', async () => {
    const member = await at.subscribe(await shop.addUser())
    await at.cancel(member)
    await at.advance(32)
    const { status, json } = await at.resume(await at.signInAgain(member))
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'subscription_ended' })
  })

  it('repeated and concurrent cancellations are one', async () => {
    const member = await at.subscribe(await shop.addUser())
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.cancel(member)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await at.settle()
    expect(await at.mine(member)).toMatchObject({ status: 'cancelled', benefitsActive: true })
    expect((await at.cancel(member)).status).toBe(200)
  })

  it('a member cancels only the own membership [B-6.7] [B-7.22]', async () => {
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

  it('e-mails announce the end and the resumption, each once', async () => {
    const member = await at.subscribe(await shop.addUser())
    for (let round = 0; round < 2; round++) {
      await Promise.all([at.cancel(member), at.cancel(member), at.cancel(member)])
      await at.settle()
      await Promise.all([at.resume(member), at.resume(member)])
      await at.settle()
    }
    const told = (await at.emails(member)).filter(subject => /is cancelled|continues/.test(subject)).reverse()
    const [cancelled, goesOn] = ['Your Redoubt membership is cancelled', 'Your Redoubt membership continues']
    expect(told).toEqual([cancelled, goesOn, cancelled, goesOn])
    expect(await at.emailText(member, 'is cancelled')).toContain('You keep its benefits until April 2, 2026')
    expect(await at.emailText(member, 'membership continues')).toContain(
      'It renews on April 2, 2026 for $24.99 a month.',
    )
  })

  it('a cancellation at once ends benefits and billing, refunds nothing, and is announced once [B-11.21]', async () => {
    const user = await shop.addUser()
    const member = await at.subscribe(user)
    const { id } = await at.mine(member)
    const end = () =>
      shop.call('/api/subscriptions/cancel', { as: member, json: { subscriptionId: id, atPeriodEnd: false } })
    const { json } = await end()
    expect(json.subscription).toMatchObject({
      status: 'cancelled',
      benefitsActive: false,
      nextBillingDate: null,
      endDate: expect.any(String),
      endedUnpaid: false,
    })
    await at.settle()
    expect(await at.isMember(user)).toBe(false)
    expect((await at.invoiceRows(user)).map(row => [row.status, row.refunded_cents])).toEqual([['paid', 0]])
    expect((await at.emails(user)).filter(subject => subject.includes('cancelled'))).toHaveLength(1)
    const late = await at.signInAgain(user)
    expect((await at.begin(late)).status, 'and may subscribe again').toBe(200)
    await at.advance(32)
    expect(await at.invoiceRows(user), 'nothing is billed after it').toHaveLength(1)
  })

  it('a cancelled membership can still be ended at once', async () => {
    const user = await shop.addUser()
    const member = await at.subscribe(user)
    await at.cancel(member)
    const { json } = await at.update(member, { status: 'cancelled', atPeriodEnd: false })
    expect(json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: false })
  })

  it('a membership without billing ends at once, and has no portal, no plan change and nothing to pay', async () => {
    const member = await shop.addUser({ subscriber: true })
    expect(await at.mine(member)).toMatchObject({ hasPortal: false, nextBillingDate: null })
    const portal = await shop.call('/api/subscriptions/portal', { as: member, method: 'POST' })
    expect(portal.json).toMatchObject({
      status: 409,
      code: 'nothing_billed',
      detail: 'This membership was given to you. Nothing is billed for it, so there is nothing to manage.',
    })
    expect((await at.update(member, { plan: 'yearly' })).json.code).toBe('nothing_billed')
    expect((await at.payNow(member)).json.code).toBe('nothing_due')
    const { json } = await at.update(member, { status: 'cancelled', atPeriodEnd: false })
    expect(json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: false })
    expect(await at.isMember(member)).toBe(false)
    expect((await at.emails(member)).filter(subject => subject.includes('cancelled'))).toHaveLength(1)
  })

  it('a membership without billing ends with its period by our own job', async () => {
    const member = await shop.addUser({ subscriber: true })
    expect((await at.cancel(member)).json.subscription).toMatchObject({ status: 'cancelled', benefitsActive: true })
    await readOverdueMemberships(shop.system)
    expect(await at.isMember(member)).toBe(true)
    shop.clock.advance(32 * 24 * 3_600_000)
    await readOverdueMemberships(shop.system)
    expect(await at.isMember(member)).toBe(false)
  })
})
