import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { UNSOLD_CREDIT_CENTS } from '#features/catalog/products/queries/credit-worth.server.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'

/** Credits that staff grant: one person below the threshold, two persons from it on. */

const shop = await testShop({ connections: 20 })
const staffing = await staffingIn(shop)
const { db } = shop.services
const { decide, proposedBy, confirmed, proposalsFor } = secondPersonOf(shop)
const manager = await shop.addUser({ role: 'manager', name: 'Max Manager' })
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))
beforeAll(async () => {
  await shop.changeSettings({ draw: { twoPersonsFrom: 3000 } })
  // A Gold credit is $10.00: two for $20.00, beside one for $50.00.
  await staffing.addProduct({ tier: 'Gold', entries: 2, priceCents: 2000 })
  await staffing.addProduct({ tier: 'Gold', entries: 1, priceCents: 5000 })
})

const reason = 'Parcel came late'
const grant = (to: { email: string }, amount: number, more: object = {}, as: TestUser = manager) =>
  shop.call('/api/admin/credits/grant', { as, json: { email: to.email, amount, tier: 'Gold', reason, ...more } })
const goldOf = async (of: TestUser): Promise<number> => (await shop.call('/api/credits', { as: of })).json.goldCredits

describe('credits that staff grant', () => {
  it('take two persons from the threshold on, by the lowest price of a credit [B-34.15]', async () => {
    const person = await shop.addUser()
    expect((await grant(person, 299)).json).toMatchObject({ success: true, credits: { gold: 299 } })
    const other = await shop.addUser()
    const proposal = proposedBy(await grant(other, 300))
    expect(await goldOf(other)).toBe(0)
    const [shown] = await proposalsFor(staffing.admin, `?subjectType=person&subjectId=${other.userId}`)
    expect(shown).toMatchObject({ kind: 'grant_credits', reason })
    expect(shown!.facts).toEqual([
      { label: 'Credits', value: '300 Gold' },
      { label: 'Worth', value: '$3,000.00' },
      { label: 'Granted in 30 days', value: '$0.00, without these' },
    ])
    expect((await decide(proposal, 'confirm', manager)).json.code).toBe('other_person_needed')
    for (const role of ['support', 'fulfilment', 'draw-officer'] as const)
      expect((await decide(proposal, 'confirm', await shop.addUser({ role }))).json.code).toBe('Unauthorized')
    expect(await goldOf(other)).toBe(0)
    const seconds = await Promise.all(Array.from({ length: 6 }, () => shop.addUser({ role: 'manager' })))
    const answers = await Promise.all(seconds.map(as => decide(proposal, 'confirm', as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
    expect(await goldOf(other)).toBe(300)
    const silent = await grant(other, 1, { reason: undefined })
    expect(silent.json.errors).toEqual({ reason: ['Please give a reason. A second person reads it.'] })
  })

  it('count together for 30 days, for all accounts of a mailbox, many times at once [B-34.15]', async () => {
    const accounts = [
      await shop.addUser({ email: 'kim.vale@gmail.com' }),
      await shop.addUser({ email: 'kimvale+two@gmail.com' }),
    ]
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => grant(accounts[n % 2]!, 100)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThan(0)
    expect((await goldOf(accounts[0]!)) + (await goldOf(accounts[1]!))).toBe(200)
    const lone = await shop.addUser()
    expect((await grant(lone, 200)).status).toBe(200)
    proposedBy(await grant(lone, 100))
    shop.clock.advance(31 * 86_400_000)
    expect((await grant(lone, 299, {}, await shop.addUser({ role: 'manager' }))).status).toBe(200)
  })

  it('count credits that a refund left to the buyer without their payment [B-34.15]', async () => {
    const { id, buyer } = await staffing.paidOrder([{ tier: 'Gold', entries: 250, priceCents: 250_000 }])
    const clerk = await shop.addUser({ role: 'manager' })
    const keep = { reason, spentCredits: 'keep', restock: false }
    expect((await shop.call(`/api/admin/orders/${id}/refunds`, { as: clerk, json: keep })).status).toBe(200)
    proposedBy(await grant(buyer, 50, {}, clerk))
    expect((await grant(buyer, 49, {}, clerk)).json.code ?? 'granted').toBe('granted')
    const next = await staffing.paidOrder([{ tier: 'Gold', entries: 10, priceCents: 10_000 }], { as: buyer })
    const preview = await shop.call(`/api/admin/orders/${next.id}/refunds/preview`, { as: clerk, json: keep })
    expect(preview.json.takesTwoPersons).toBe(true)
    await confirmed(await shop.call(`/api/admin/orders/${next.id}/refunds`, { as: clerk, json: keep }))
  })

  it('are worth no less by a price that the granter set; an unsold tier is worth what the next higher asks [B-34.15]', async () => {
    const owner = await shop.addUser({ role: 'manager' })
    const cheap = await db.selectFrom('product').select('id').where('entries', '=', 2).executeTakeFirstOrThrow()
    const set = await shop.call(`/api/products/${cheap.id}`, {
      as: owner,
      method: 'PATCH',
      json: { price: 0.2 },
    })
    expect(set.status, set.text).toBe(200)
    proposedBy(await grant(await shop.addUser(), 300, {}, owner))
    // For another member of staff a credit is worth $0.10 now.
    expect((await grant(await shop.addUser(), 300, {}, await shop.addUser({ role: 'manager' }))).status).toBe(200)
    await db.updateTable('product').set({ price_cents: 2000 }).where('id', '=', cheap.id).execute()
    const other = await shop.addUser({ role: 'manager' })
    proposedBy(await grant(await shop.addUser(), 300, { tier: 'Bronze' }, other))
    proposedBy(await grant(await shop.addUser(), 300, { tier: 'Platinum' }, other))
    await db.updateTable('product').set({ archived_at: shop.clock.now() }).execute()
    proposedBy(await grant(await shop.addUser(), 300, {}, other))
    await db.updateTable('product').set({ entries: 0 }).execute()
    const most = 300_000 / UNSOLD_CREDIT_CENTS
    proposedBy(await grant(await shop.addUser(), most, {}, other))
    expect((await grant(await shop.addUser(), most - 1, {}, other)).status).toBe(200)
  })

  it('come together in no merge that one person decides [B-34.15]', async () => {
    const [from, into] = [await shop.addUser(), await shop.addUser()]
    const as = await shop.addUser({ role: 'manager' })
    const most = 300_000 / UNSOLD_CREDIT_CENTS - 1
    for (const person of [from, into]) expect((await grant(person, most, {}, as)).status).toBe(200)
    const two = { from: from.userId, into: into.userId }
    const preview = await shop.call('/api/admin/users/merge/preview', { as, json: two })
    expect(preview.json.takesTwoPersons).toBe(true)
    const merged = await shop.call('/api/admin/users/merge', { as, json: { ...two, reason } })
    proposedBy(merged)
    expect(await goldOf(into)).toBe(most)
    await confirmed(merged)
    const held = db.selectFrom('credit_account').select('available').where('user_id', '=', into.userId)
    expect(await held.where('tier', '=', 'Gold').executeTakeFirst()).toEqual({ available: 2 * most })
  })
})
