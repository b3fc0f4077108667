import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { issueCredits } from '#features/credits/commands.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { AuditRecord } from '../contract.ts'
import { readBalance } from '../queries/balance.server.ts'
import { openReconcilingShop } from '../testing/reconciling.ts'

const MONTH = 31 * 24 * 3600_000

let member: TestUser
const { shop, books } = await openReconcilingShop()
beforeEach(async () => {
  member = await shop.addUser()
  const { json } = await books.members.begin(member)
  await books.pay(json.url)
  await books.reconcile()
  expect(await books.members.isMember(member)).toBe(true)
})
afterEach(async () => {
  expect(await books.open()).toEqual([])
})

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await shop.services.pool.query<T>(text, values)).rows
const untilNow = () => readBalance(shop.system, { from: new Date(0), to: new Date(+shop.clock.now() + 1000) })
const AGREED = { difference: 0, refunds: { difference: 0 }, causes: [] }
const subscriptionOf = async ({ userId }: TestUser) =>
  (await query<{ id: string }>('select provider_id as id from membership where user_id = $1', [userId]))[0]!.id

/** Advances one month, so that the provider and the shop renew. */
async function renew() {
  expect((await shop.call('/dev/stripe/advance', { json: { days: 31 } })).status).toBe(200)
  shop.clock.advance(MONTH)
}
/** The provider's payment of a user's newest renewal. */
async function renewalOf(user: TestUser) {
  const { items } = await shop.services.payments.listInvoices({ subscriptionId: await subscriptionOf(user) })
  return items[0]!.paymentIntentId!
}
const payBack = (paymentIntentId: string, amountCents: number) =>
  shop.services.payments.refund({ paymentIntentId, amountCents, idempotencyKey: newId() })

describe('a renewal', () => {
  it('a renewal with an unreadable bill is reported with its refund until the bill can be read [B-11.23]', async () => {
    await renew()
    await payBack(await renewalOf(member), 500)
    const { trouble } = shop.paymentProvider.sandbox!
    trouble.plan('GET /v1/invoices', 'fault', 1000)
    trouble.plan('GET /v1/invoices/*', 'fault', 1000)
    try {
      expect(await books.reconcile()).toMatchObject({ outcome: 'unreachable' })
      expect(await books.open()).toEqual([
        'refund_unknown: Nothing / 5.00 USD, succeeded',
        'renewal_unknown: Nothing / 24.99 USD',
      ])
      expect(await untilNow()).toMatchObject({ difference: -2499, refunds: { difference: -500 } })
    } finally {
      trouble.clear()
    }
    expect(await books.reconcile()).toMatchObject({ outcome: 'done' })
    expect(await untilNow()).toMatchObject(AGREED)
  })

  it('a renewal refunded in the dashboard is recorded at its bill, once, and reduces the revenue [B-11.23]', async () => {
    const admin = await shop.addUser({ admin: true })
    const renewed = async () =>
      (await shop.call('/api/admin/revenue/report?period=all&by=day', { as: admin })).json.sums
    await renew()
    await books.reconcile()
    const fresh = await books.members.signInAgain(admin)
    Object.assign(admin, fresh)
    const before = await renewed()
    await payBack(await renewalOf(member), 999)
    await Promise.all([books.run(), books.run()])
    await books.reconcile()
    expect(
      await query(
        'select reason, refunded_cents as back from membership_invoice where user_id = $1 order by created_at',
        [member.userId],
      ),
    ).toEqual([
      { reason: 'first', back: 0 },
      { reason: 'renewal', back: 999 },
    ])
    const after = await renewed()
    expect(Math.round((before.net - after.net) * 100)).toBe(999)
    expect(await untilNow()).toMatchObject(AGREED)
  })
})

describe('a subscription', () => {
  it('a subscription that bills a user without a membership is reported until it ends at the provider [B-11.23]', async () => {
    const { url } = await shop.services.payments.createCheckout({
      ...{ mode: 'subscription', interval: 'month', orderId: newId() },
      lines: [{ name: 'Premium, by telephone', amountCents: 2499, quantity: 1 }],
      customerEmail: 'sam@example.com',
      successUrl: 'http://shop.test/checkout?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'http://shop.test/checkout',
      expiresAt: new Date(+shop.clock.now() + 3600_000),
      idempotencyKey: newId(),
      metadata: {},
    })
    await books.pay(url)
    await books.reconcile()
    expect(await books.open()).toEqual([
      'renewal_unknown: Nothing / 24.99 USD',
      'subscription_unknown: Nothing / The subscription is active',
    ])
    const [stray] = await query<{ id: string }>(
      `select subject as id from discrepancy where kind = 'subscription_unknown' and resolved_at is null`,
    )
    await shop.services.payments.cancelSubscription(stray!.id, { atPeriodEnd: false })
    await books.reconcile()
    expect(await books.open()).toEqual(['renewal_unknown: Nothing / 24.99 USD'])
    // The money belongs to no order here. Staff refund it at the provider and add a note.
    const admin = await shop.addUser({ admin: true })
    const { json } = await shop.call('/api/admin/discrepancies', { as: admin })
    const resolved = await shop.call(`/api/admin/discrepancies/${json.discrepancies[0].id}/resolve`, {
      as: admin,
      json: { note: 'Ended and paid back by telephone' },
    })
    expect(resolved.status).toBe(204)
    expect(await untilNow()).toMatchObject({ difference: -2499, causes: [{ kind: 'renewal_unknown' }] })
    await query(
      'delete from stripe_sandbox.object where id in (select id from provider_payment where subscription_id = $1)',
      [stray!.id],
    )
    await query('delete from provider_payment where subscription_id = $1', [stray!.id])
    await books.reconcile()
  })

  it('a subscription missing at the provider is reported, and the report closes when it is found again [B-11.22]', async () => {
    const id = await subscriptionOf(member)
    await query(`update stripe_sandbox.object set kind = 'lost' where id = $1`, [id])
    await query('delete from provider_subscription where id = $1', [id])
    await books.reconcile()
    expect(await books.open()).toEqual(['subscription_missing: The membership is active / Nothing'])
    await query(`update stripe_sandbox.object set kind = 'subscription' where id = $1`, [id])
    await books.reconcile()
  })
})

describe('a charge in another currency', () => {
  it('a charge in another currency is reported and excluded from the balance [B-11.23]', async () => {
    const { id, total_cents } = await books.settledOrder()
    const [charge] = await query<{ id: string }>(
      `update stripe_sandbox.object set data = data || '{"currency": "eur"}'
       where kind = 'charge' and data #>> '{metadata,orderId}' = $1 returning id`,
      [id],
    )
    await books.reconcile()
    const amount = (total_cents / 100).toFixed(2)
    expect(await books.open()).toEqual([`charge_differs: ${amount} USD / ${amount} EUR`])
    expect(await untilNow()).toMatchObject({
      difference: total_cents,
      causes: [{ kind: 'charge_differs', amountCents: total_cents, orderId: id }],
    })
    await query(`update stripe_sandbox.object set data = data || '{"currency": "usd"}' where id = $1`, [charge!.id])
    await books.reconcile()
    expect(await untilNow()).toMatchObject(AGREED)
  })
})

describe('a membership', () => {
  it('the audit trail has the monthly benefit beside manual grants', async () => {
    const source = { type: 'admin', id: newId(), description: 'For the patience' }
    const granted = { userId: member.userId, tier: 'Gold', amount: 2, kind: 'granted', source } as const
    await transact(shop.system, tx => issueCredits(tx, granted))
    const as = await books.members.signInAgain(member)
    const { json } = await shop.call(`/api/credits/audit?email=${member.email}`, { as })
    const steps = json.auditTrail.map((step: AuditRecord) => [
      step.status,
      step.idempotencyKey.split(':')[0],
      step.credits,
    ])
    const none = { Bronze: 0, Silver: 0, Gold: 0, Platinum: 0 }
    expect(steps).toContainEqual(['success', 'granted', { ...none, Gold: 2 }])
    expect(steps).toContainEqual(['success', 'benefit', { ...none, Bronze: 1 }])
    expect(steps).toHaveLength(2)
  })
})
