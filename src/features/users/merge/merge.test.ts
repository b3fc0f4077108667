import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { issueCredits } from '#features/credits/commands.server.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { auditEntries } from '#features/giveaways/entries/queries/entries.server.ts'
import { readMembership } from '#features/membership/subscriptions/sync/commands/read-membership.server.ts'
import { billingIn } from '#features/membership/testing/billing.ts'
import { CARD_FAILING_LATER } from '#features/membership/testing/subscribing.ts'
import { findStoredOrder } from '#features/orders/order/stored-order.server.ts'
import { settle, settleOrder } from '#features/orders/payment/commands/settle.server.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { transact } from '#kernel/transaction.server.ts'
import { tendMergedUsers } from './merge-users.server.ts'

const shop = await testShop({ connections: 30 })
const paying = payingIn(shop)
const billing = billingIn(shop)
const owner = await shop.addUser({ admin: true })
afterEach(async () => {
  expect(await auditCredits(shop.system)).toEqual([])
  expect(await auditEntries(shop.system)).toEqual([])
})

type Two = { from: TestUser; into: TestUser }
const ids = ({ from, into }: Two) => ({ from: from.userId, into: into.userId })
const merge = (two: Two, as = owner) =>
  shop.call('/api/admin/users/merge', { as, json: { ...ids(two), reason: 'The same person' } })
const preview = async (two: Two) =>
  (await shop.call('/api/admin/users/merge/preview', { as: owner, json: ids(two) })).json
const profileOf = async ({ email }: TestUser) =>
  (await shop.call(`/api/admin/users/profile?email=${email}`, { as: owner })).json
const enter = (as: TestUser, giveaway: string, slots: number[]) =>
  shop.call(`/api/giveaways/${giveaway}/entries`, { as, json: { slots } })

async function addGiveaway(entryLimit = 5): Promise<string> {
  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const json = { title: `Kit ${crypto.randomUUID().slice(-6)}`, description: 'Goods in a box.', startDate, entryLimit }
  return (await shop.call('/api/giveaways', { as: owner, json })).json.id
}

/** All credits of two people, available and spent. */
async function issuedTo({ from, into }: Two): Promise<number> {
  const { rows } = await shop.services.pool.query<{ n: number }>(
    'select coalesce(sum(issued), 0)::int as n from credit_account where user_id = any($1)',
    [[from.userId, into.userId]],
  )
  return rows[0]!.n
}

describe('a merge', () => {
  it('a merge is previewed, moves everything, and closes the emptied account [B-13.37]', async () => {
    const from = await shop.addUser({ credits: { Bronze: 4, Gold: 1 }, subscriber: true })
    const into = await shop.addUser({ credits: { Bronze: 2 }, address: false })
    const giveaway = await addGiveaway()
    await enter(from, giveaway, [1, 2])
    const { session } = await paying.paidCheckout(from)
    await shop.call(`/api/payments/verify-session?session_id=${session.id}`, { as: from })
    await shop.services.db.updateTable('users').set({ sms_consent: true }).where('id', 'in', [into.userId]).execute()
    const before = await issuedTo({ from, into })

    expect(await preview({ from, into })).toMatchObject({
      from: { id: from.userId, email: from.email },
      into: { id: into.userId },
      blockers: [],
      orders: 1,
      credits: [
        { tier: 'Bronze', from: 2, into: 2, together: 4 },
        { tier: 'Silver', from: 2, into: 0, together: 2 },
        { tier: 'Gold', from: 1, into: 0, together: 1 },
      ],
      entries: [{ giveawayId: giveaway, from: 2, into: 0, limit: 5 }],
      pastEntries: 0,
      membership: 'from',
      tickets: 0,
      consents: { sms: false, push: false, promotionalEmails: false },
      address: { source: 'from', address: { line1: '1 Fort Street' } },
    })
    expect((await merge({ from, into })).json).toEqual({
      success: true,
      message: `Merged into ${into.email}`,
      isRepeated: false,
    })

    expect(await profileOf(into)).toMatchObject({
      credits: { bronze: 4, silver: 2, gold: 1, platinum: 0 },
      entries: 2,
      purchases: 1,
      isSubscriber: true,
      smsConsent: false,
      shippingAddress: { line1: '1 Fort Street' },
    })
    expect(await issuedTo({ from, into })).toBe(before)
    expect((await profileOf(from)).status).toBe(404)
    expect((await shop.call('/api/credits', { as: from })).status).toBe(401)
    await shop.settleJobs()
    expect((await shop.outbox(from.email)).map(({ subject }) => subject)).toContain('Your Redoubt accounts were merged')

    // A moved entry returns its credit to its new owner.
    await shop.call(`/api/admin/giveaways/${giveaway}/entries/1`, {
      method: 'DELETE',
      as: owner,
      json: { reason: 'A test' },
    })
    expect((await profileOf(into)).credits.bronze).toBe(5)
    const history = await shop.call(`/api/admin/users/${into.userId}/timeline?kind=staff`, { as: owner })
    expect(history.json.items[0]).toMatchObject({ title: 'Took in another account', detail: 'The same person' })
  })

  it('a merge is refused with the reason: staff, the own account, two memberships, an open payment, too many entries [B-13.37]', async () => {
    const [plain, other] = [
      await shop.addUser({ credits: { Bronze: 3 } }),
      await shop.addUser({ credits: { Bronze: 3 } }),
    ]
    const refusal = async (two: Two) => {
      const { blockers } = await preview(two)
      const { json } = await merge(two)
      expect(blockers[0]).toEqual({ code: json.code, message: json.detail })
      return json
    }
    expect(await refusal({ from: await shop.addUser({ role: 'support' }), into: plain })).toMatchObject({
      status: 409,
      code: 'staff_merge',
    })
    expect(await refusal({ from: plain, into: plain })).toMatchObject({ status: 409, code: 'same_person' })
    const members = { from: await shop.addUser({ subscriber: true }), into: await shop.addUser({ subscriber: true }) }
    expect(await refusal(members)).toMatchObject({ status: 409, code: 'both_members' })
    const buyer = await shop.addUser()
    await paying.paidCheckout(buyer)
    expect(await refusal({ from: buyer, into: plain })).toMatchObject({ status: 409, code: 'payment_open' })
    const giveaway = await addGiveaway(3)
    await enter(plain, giveaway, [1, 2])
    await enter(other, giveaway, [3, 4])
    expect(await refusal({ from: plain, into: other })).toMatchObject({ status: 409, code: 'entry_limit_exceeded' })
    expect((await profileOf(plain)).entries).toBe(2)
  })

  it('concurrent and circular merges happen once', async () => {
    const [from, into] = [await shop.addUser({ credits: { Gold: 3 } }), await shop.addUser({ credits: { Gold: 1 } })]
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => merge({ from, into })),
      ...Array.from({ length: 8 }, () => merge({ from: into, into: from })),
    ])
    const done = answers.filter(({ status }) => status === 200)
    expect(done.filter(({ json }) => json.isRepeated === false)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![200, 404, 409].includes(status)).map(({ text }) => text)).toEqual([])
    const left = [await profileOf(from), await profileOf(into)].filter(profile => profile.id)
    expect(left).toHaveLength(1)
    expect(left[0].credits).toMatchObject({ gold: 4, total: 4 })
  })
})

it('a merge loses no credit while both accounts enter, buy and get credits [B-13.37]', async () => {
  for (let round = 0; round < few(1, 4); round++) {
    const two = {
      from: await shop.addUser({ credits: { Bronze: 8 } }),
      into: await shop.addUser({ credits: { Bronze: 8 } }),
    }
    const giveaways = [await addGiveaway(50), await addGiveaway(50), await addGiveaway(50)]
    const { session } = await paying.paidCheckout(two.from)
    const settle = () => shop.call(`/api/payments/verify-session?session_id=${session.id}`, { as: two.from })
    const grant = (to: TestUser) =>
      shop.call('/api/admin/credits/grant', { as: owner, json: { email: to.email, amount: 1, tier: 'Platinum' } })
    const slot = (n: number) => giveaways.map((id, g) => enter(g % 2 ? two.into : two.from, id, [n]))
    const [, grants] = await Promise.all([
      settle(),
      Promise.all([grant(two.from), grant(two.into), grant(two.from), grant(two.into)]),
      Promise.all([slot(1), slot(2), slot(3)].flat()),
      merge(two),
      merge(two),
      Promise.all([slot(4), slot(5)].flat()),
    ])
    // The open payment may have refused the earlier merges. Settles it and merges again.
    await settle()
    const last = await merge(two)
    expect(last.status, last.text).toBe(200)
    await shop.settleJobs()
    await tendMergedUsers(shop.system)
    const given = grants.filter(({ status }) => status === 200).length
    const into = await profileOf(two.into)
    expect(into.purchases).toBe(1)
    expect(into.credits).toMatchObject({ silver: 2, platinum: given })
    expect(into.credits.bronze + into.entries).toBe(16)
    const { rows } = await shop.services.pool.query('select 1 from credit_account where user_id = $1 and issued > 0', [
      two.from.userId,
    ])
    expect(rows).toEqual([])
  }
})

it('a late payment goes to the owner of the order at that moment, though it was read before', async () => {
  paying.loseWebhooks()
  const two = { from: await shop.addUser(), into: await shop.addUser() }
  const { session } = await paying.paidCheckout(two.from)
  await shop.services.db
    .updateTable('customer_order')
    .set({ status: 'expired' })
    .where('id', '=', session.orderId)
    .execute()
  const readBefore = (await findStoredOrder(shop.system, session.orderId))!
  expect((await merge(two)).status).toBe(200)
  expect(await settleOrder(shop.system, readBefore)).toBe('expired')
  expect(await settle(shop.system, session.orderId)).toBe('paid')
  expect(await profileOf(two.into)).toMatchObject({ purchases: 1, credits: { silver: 2 } })
})

it('late rows of the emptied account move to the remaining one', async () => {
  const two = { from: await shop.addUser(), into: await shop.addUser() }
  expect((await merge(two)).status).toBe(200)
  const source = { type: 'test', id: crypto.randomUUID(), description: 'Under way' }
  await transact(shop.system, tx =>
    issueCredits(tx, { userId: two.from.userId, tier: 'Gold', amount: 2, kind: 'earned', source }),
  )
  await tendMergedUsers(shop.system)
  await tendMergedUsers(shop.system)
  expect((await profileOf(two.into)).credits).toMatchObject({ gold: 2, total: 2 })
})

describe('a job that carries the emptied account', () => {
  const statusAt = async (subscriptionId: string) =>
    (await shop.system.payments.readSubscription(subscriptionId)).status

  it('reads a renewal that was just paid as the membership of the remaining account [B-11.53]', async () => {
    await billing.addPlans()
    const two = { from: await shop.addUser(), into: await shop.addUser() }
    const member = await billing.subscribe(two.from, { card: CARD_FAILING_LATER })
    const subscriptionId = await billing.providerId(member)
    await billing.advance(32)
    expect((await billing.mine(await billing.signInAgain(member))).status).toBe('past_due')
    await billing.putOnFile(member, 'pays')
    paying.loseWebhooks()
    const { items } = await shop.system.payments.listInvoices({ subscriptionId })
    await shop.system.payments.payInvoice(items.find(({ status }) => status === 'open')!.id)
    expect((await merge(two)).status).toBe(200)
    const known = { userId: two.from.userId, subscriptionId }
    expect(await Promise.all(Array.from({ length: 6 }, () => readMembership(shop.system, known)))).not.toContain(false)
    expect(await billing.mine(await billing.signInAgain(two.into))).toMatchObject({ status: 'active' })
    expect(await statusAt(subscriptionId)).toBe('active')
    expect(await billing.bronzeOf(await billing.signInAgain(two.into)), 'one benefit for the month').toBe(1)
  })

  it('begins a membership for the remaining account, along a chain of merges [B-11.53]', async () => {
    const two = { from: await shop.addUser(), into: await shop.addUser() }
    const last = await shop.addUser()
    const payer = await billing.subscribe(await shop.addUser())
    const subscriptionId = await billing.providerId(payer)
    await shop.services.pool.query('delete from membership_invoice where user_id = $1', [payer.userId])
    await shop.services.pool.query('delete from membership where user_id = $1', [payer.userId])
    expect((await merge(two)).status).toBe(200)
    expect((await merge({ from: two.into, into: last })).status).toBe(200)
    expect(await readMembership(shop.system, { userId: two.from.userId, subscriptionId })).toBe(true)
    expect(await billing.isMember(last)).toBe(true)
    expect(await statusAt(subscriptionId)).toBe('active')
  })
})
