import { beforeEach, describe, expect, it } from 'vitest'
import { holdingsOf } from '#app/testing/fuzz/holdings.ts'
import type { TestUser } from '#app/testing/users.ts'
import { issueCredits } from '#features/credits/commands.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { AuditRecord } from '../contract.ts'
import { openReconcilingShop } from '../testing/reconciling.ts'

const NONE = { Bronze: 0, Silver: 0, Gold: 0, Platinum: 0 }
/** Credits that one piece of the test's goods earns. */
const EARNED = { ...NONE, Silver: 2 }

let admin: TestUser
let buyer: TestUser
const { shop, books } = await openReconcilingShop()
beforeEach(async () => {
  admin = await shop.addUser({ admin: true })
  buyer = await shop.addUser()
})

const trailOf = async (email: string, as = admin): Promise<AuditRecord[]> => {
  const { status, json } = await shop.call(`/api/credits/audit?email=${encodeURIComponent(email)}&limit=100`, { as })
  expect([status, json.count]).toEqual([200, json.auditTrail.length])
  return json.auditTrail
}
const reconcile = (sessionId: string, email: string, as = admin) =>
  shop.call('/api/credits/reconcile', { as, json: { sessionId, email } })
const reportOf = async (email?: string) =>
  (await shop.call(`/api/admin/credits/report${email ? `?email=${email}` : ''}`, { as: admin })).json

describe('reconciling a payment by its session', () => {
  it('a missed issuance is made up once, and then reported as issued [B-11.24] [B-12.58] [B-12.59] [B-12.144]', async () => {
    const { session } = await books.paidCheckout(buyer)
    expect((await trailOf(buyer.email))[0]).toMatchObject({
      status: 'pending',
      credits: EARNED,
      sourceId: session.orderId,
    })
    const answers = await Promise.all([reconcile(session.id, buyer.email), reconcile(session.id, buyer.email)])
    expect(answers.find(({ json }) => json.status === 'success')?.json).toMatchObject({
      status: 'success',
      issue: null,
      creditsIssued: EARNED,
      auditRecord: {
        status: 'success',
        sourceType: 'order',
        sourceId: session.orderId,
        credits: EARNED,
        errorMessage: null,
        idempotencyKey: `earned:order:${session.orderId}`,
      },
    })
    shop.clock.advance(1000)
    expect((await reconcile(session.id, buyer.email)).json).toMatchObject({
      status: 'duplicate',
      issue: 'This payment was settled before; nothing was issued again.',
      creditsIssued: NONE,
      auditRecord: { status: 'success', credits: EARNED },
    })
    expect((await shop.call('/api/credits', { as: buyer })).json).toMatchObject({ silverCredits: 2 })
    const trail = await trailOf(buyer.email)
    expect(trail.filter(({ status }) => status === 'success')).toHaveLength(1)
    expect(trail[0]).toMatchObject({ status: 'duplicate', sourceType: 'order', credits: NONE })
  })

  it('counts a webhook that comes after the settlement as a duplicate', async () => {
    const { session } = await books.settledOrder(buyer)
    shop.clock.advance(5000)
    expect((await books.deliver(await books.newestWebhook())).status).toBe(200)
    await shop.settleJobs()
    expect((await trailOf(buyer.email)).map(({ status, sourceId }) => [status, sourceId])).toEqual([
      ['duplicate', session.orderId],
      ['success', session.orderId],
    ])
  })

  it('names the reason why nothing was issued: unpaid, closed, another account, another amount [B-11.24] [B-12.59] [B-12.69] [B-12.144]', async () => {
    const { item } = await books.addProduct()
    const { json: unpaid } = await books.checkout(buyer, [item])
    expect((await reconcile(unpaid.id, buyer.email)).json).toMatchObject({
      status: 'pending',
      issue: 'The payment has not been made yet.',
      creditsIssued: NONE,
      auditRecord: { status: 'pending', credits: EARNED },
    })
    await shop.services.payments.expireCheckout(unpaid.id)
    expect((await reconcile(unpaid.id, buyer.email)).json).toMatchObject({
      status: 'failed',
      issue: 'The payment page closed without a payment.',
    })
    const { session } = await books.paidCheckout(buyer)
    expect((await reconcile(session.id, admin.email)).json).toMatchObject({
      status: 'failed',
      issue: 'This payment belongs to another account.',
      creditsIssued: NONE,
    })
    const { total_cents, shipping_cents } = await books.orderRow(session.orderId)
    await books.change(session.orderId, { total_cents: total_cents + 1, shipping_cents: shipping_cents + 1 })
    const disagreeing = (await reconcile(session.id, buyer.email)).json
    expect(disagreeing).toMatchObject({ status: 'failed', auditRecord: { status: 'failed', credits: EARNED } })
    expect(disagreeing.issue).toContain(`the order of $${((total_cents + 1) / 100).toFixed(2)}.`)
    expect((await reportOf(buyer.email)).issues[0]).toEqual({
      type: 'failed',
      sourceId: session.orderId,
      error: disagreeing.issue,
    })
  })

  it('an unknown session, one without an order, and an unknown e-mail are not found and leave nothing [B-12.144] [B-12.248]', async () => {
    const outside = await books.payOutside(900)
    const { session } = await books.paidCheckout(buyer)
    const before = await holdingsOf(shop)
    for (const [sessionId, email, code] of [
      ['cs_test_nobody', buyer.email, 'session_not_found'],
      ['not a session', buyer.email, 'session_not_found'],
      [outside, buyer.email, 'session_without_order'],
      [session.id, 'nobody@example.com', 'account_not_found'],
    ] as const) {
      const { status, json } = await reconcile(sessionId, email)
      expect([status, json.code, json.detail]).toEqual([404, code, expect.stringMatching(/\. Check /)])
    }
    expect(await holdingsOf(shop)).toEqual(before)
    expect((await trailOf(buyer.email)).map(({ status }) => status)).toEqual(['pending'])
    expect((await reportOf(buyer.email)).recommendations).toEqual([
      'Pending payments are checked automatically; reconcile one to check it now.',
    ])
  })

  it('a mistyped session id of a former release is in no audit and asks for no credits [B-12.248]', async () => {
    await shop.services.db
      .insertInto('settlement_attempt')
      .values({
        id: newId(),
        session_id: 'cs_test_mistyped',
        user_id: buyer.userId,
        actor_id: admin.userId,
        status: 'missing_audit',
        issue: 'The payment provider knows no such session.',
        at: shop.clock.now(),
      })
      .execute()
    expect(await trailOf(buyer.email)).toEqual([])
    expect(await reportOf(buyer.email)).toMatchObject({
      summary: { totalTransactions: 0, failedIssuances: 0 },
      issues: [],
      recommendations: ['Nothing to do: every payment and its credits agree.'],
    })
  })

  it('finds a paid order without its credits in the ledger, until they are there [B-12.73]', async () => {
    const { session } = await books.settledOrder(buyer)
    const { json } = await books.checkout(buyer, [(await books.addProduct()).item])
    await books.pay(json.url)
    await books.change(json.orderId, { status: 'paid', paid_at: shop.clock.now() })
    expect((await reconcile(json.id, buyer.email)).json).toMatchObject({
      status: 'missing_audit',
      auditRecord: { status: 'missing_audit', sourceId: json.orderId, credits: EARNED },
    })
    expect(await reportOf(buyer.email)).toMatchObject({
      summary: { successfulIssuances: 1, failedIssuances: 1, duplicateAttempts: 0, pendingIssuances: 0 },
      recommendations: ['Grant the missing credits by hand, and find out who changed the order.'],
    })
    expect(session.orderId).not.toBe(json.orderId)
    await transact(shop.system, tx =>
      issueCredits(tx, {
        userId: buyer.userId,
        tier: 'Silver',
        amount: 2,
        kind: 'earned',
        source: { type: 'order', id: json.orderId, description: 'Order' },
      }),
    )
    expect(await reportOf(buyer.email)).toMatchObject({
      summary: { successfulIssuances: 2, failedIssuances: 0 },
      issues: [],
      recommendations: ['Nothing to do: every payment and its credits agree.'],
    })
  })

  it('changes nothing while the provider is away [B-12.178]', async () => {
    const { session } = await books.paidCheckout(buyer)
    await books.without(async () => {
      const { status, json } = await reconcile(session.id, buyer.email)
      expect([status, json.detail]).toEqual([502, 'Failed to reconcile transaction'])
    })
    expect((await reconcile(session.id, buyer.email)).json.status).toBe('success')
  })
})

describe('the audit trail', () => {
  it('the audit trail has grants and take-backs of refunds, with their source [B-12.143]', async () => {
    const member = await shop.addUser({ subscriber: true, credits: { Gold: 3 } })
    const trail = await trailOf(member.email)
    expect(trail.find(({ sourceType }) => sourceType === 'test')).toMatchObject({
      status: 'success',
      credits: { ...NONE, Gold: 3 },
      idempotencyKey: `granted:test:${member.userId}`,
    })
    const { session } = await books.settledOrder(buyer)
    const refund = await shop.call(`/api/admin/orders/${session.orderId}/refunds`, {
      as: admin,
      json: { reason: 'Sent back' },
    })
    expect(refund.status).toBe(200)
    await shop.settleJobs()
    expect((await trailOf(buyer.email)).map(({ sourceType, credits }) => [sourceType, credits.Silver])).toEqual(
      expect.arrayContaining([
        ['refund', -2],
        ['order', 2],
      ]),
    )
  })

  it('the audit trail is readable by staff and by its user [B-12.128] [B-12.143]', async () => {
    await books.settledOrder(buyer)
    expect(await trailOf(buyer.email, buyer)).toHaveLength(1)
    const unknown = await shop.call('/api/credits/audit?email=nobody@example.com', { as: admin })
    expect([unknown.status, unknown.json.code]).toEqual([404, 'account_not_found'])
    const other = await shop.addUser()
    const asOther = await shop.call(`/api/credits/audit?email=${buyer.email}`, { as: other })
    expect([asOther.status, asOther.json.detail]).toEqual([403, 'Unauthorized access'])
    const { session } = await books.paidCheckout(buyer)
    expect((await reconcile(session.id, buyer.email, other)).status).toBe(403)
    expect((await reconcile(session.id, other.email, other)).status).toBe(403)
    expect((await reconcile(session.id, buyer.email, buyer)).json.status).toBe('success')
    for (const path of ['/api/admin/credits/report', '/api/admin/discrepancies'])
      expect((await shop.call(path, { as: buyer })).status, path).toBe(403)
    expect((await shop.call('/api/credits/audit?email=a@b.co')).status).toBe(401)
  })

  it('the audit reads the newest 100 records unless asked for others [B-12.228]', async () => {
    const grant = (n: number) => ({
      userId: buyer.userId,
      tier: 'Gold' as const,
      amount: 1,
      kind: 'granted' as const,
      source: { type: 'test', id: `grant ${n}`, description: 'A test' },
    })
    await transact(shop.system, async tx => {
      for (let n = 0; n < 101; n++) await issueCredits(tx, grant(n))
    })
    const count = async (limit = '') =>
      (await shop.call(`/api/credits/audit?email=${buyer.email}${limit}`, { as: admin })).json.count
    expect([await count(), await count('&limit=7'), await count('&limit=101')]).toEqual([100, 7, 101])
  })

  it('the audit trail names the missing input [B-12.113] [B-12.114]', async () => {
    for (const query of ['', '?email=', '?email=%20'])
      expect((await shop.call(`/api/credits/audit${query}`, { as: admin })).json.errors).toEqual({
        email: ['Please enter an email address'],
      })
    const both = 'Please enter both session ID and email'
    const empty = await shop.call('/api/credits/reconcile', { as: admin, json: {} })
    expect(empty.json.errors).toEqual({ sessionId: [both], email: [both] })
    expect((await reconcile(' ', buyer.email)).json.errors).toEqual({ sessionId: [both] })
  })
})

it('the report adds up the last 30 days of all users, and is empty where all is well [B-11.24] [B-12.60] [B-12.145]', async () => {
  await books.settledOrder(buyer)
  expect(await reportOf(buyer.email)).toEqual({
    summary: {
      totalTransactions: 1,
      successfulIssuances: 1,
      failedIssuances: 0,
      duplicateAttempts: 0,
      pendingIssuances: 0,
    },
    issues: [],
    recommendations: ['Nothing to do: every payment and its credits agree.'],
  })
  const all = await reportOf()
  const { totalTransactions, ...parts } = all.summary
  expect(Object.values<number>(parts).reduce((sum, n) => sum + n, 0)).toBe(totalTransactions)
  expect(parts.successfulIssuances).toBeGreaterThan(3)
  expect(await reportOf('nobody@example.com')).toMatchObject({ status: 404, code: 'account_not_found' })
  const then = shop.clock.now()
  for (const days of [29, 31]) {
    shop.clock.set(new Date(+then + days * 24 * 3_600_000))
    admin = await books.members.signInAgain(admin)
    expect((await reportOf()).summary.totalTransactions, `${days} days later`).toBe(days === 29 ? totalTransactions : 0)
    expect((await reportOf(buyer.email)).summary.totalTransactions).toBe(1)
  }
  shop.clock.set(then)
})
