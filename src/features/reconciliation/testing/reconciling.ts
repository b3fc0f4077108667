import { whileSandboxAway } from '@redoubt/stripe-sandbox/testing'
import { expect } from 'vitest'
import { type ShopOptions, type TestShop, testShop } from '#app/testing/shop.ts'
import { auditAfterEach } from '#features/credits/testing/audit-after-each.ts'
import { subscribingIn } from '#features/membership/testing/subscribing.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { newId } from '#platform/values/ids.server.ts'
import { reconcilePayments } from '../commands/reconcile-payments.server.ts'

const MINUTE = 60_000

/** Causes real faults between a shop under test and its provider, and runs the reconciler. */
export function reconcilingIn(shop: TestShop) {
  const paying = payingIn(shop)
  const members = subscribingIn(shop)
  const { db, pool } = shop.services

  /** A run that does not collide with the scheduled one. */
  async function run() {
    for (;;) {
      const result = await reconcilePayments(shop.system)
      if (result.outcome !== 'busy') return result
      await new Promise(done => setTimeout(done, 20))
    }
  }

  /** Runs the reconciler when everything is old enough to be judged. */
  async function reconcile() {
    await shop.settleJobs()
    shop.clock.advance(11 * MINUTE)
    const result = await run()
    await shop.settleJobs()
    return result
  }

  /** The open discrepancies in short form. */
  async function open() {
    const { rows } = await pool.query<{ kind: string; ours: string; theirs: string }>(
      `select kind, ours, theirs from discrepancy where resolved_at is null and closed_at is null order by kind, ours, theirs`,
    )
    return rows.map(({ kind, ours, theirs }) => `${kind}: ${ours} / ${theirs}`)
  }

  /** An order that was paid and settled normally. */
  async function settledOrder(as?: Awaited<ReturnType<TestShop['addUser']>>) {
    const buyer = as ?? (await shop.addUser())
    const { session } = await paying.paidCheckout(buyer)
    expect((await paying.verify(buyer, session.id)).json.status).toBe('paid')
    return { buyer, session, ...(await paying.orderRow(session.orderId)) }
  }

  /** A payment by a link from the provider's dashboard, where staff can name any order. */
  async function payOutside(amountCents: number, orderId: string = newId()) {
    const { id, url } = await shop.services.payments.createCheckout({
      mode: 'payment',
      orderId,
      lines: [{ name: 'By telephone', amountCents, quantity: 1 }],
      customerEmail: 'sam@example.com',
      successUrl: 'http://shop.test/checkout?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'http://shop.test/checkout',
      expiresAt: new Date(+shop.clock.now() + 60 * MINUTE),
      idempotencyKey: newId(),
      metadata: {},
    })
    await paying.pay(url)
    return id
  }

  const change = (id: string, set: Record<string, unknown>) =>
    db.updateTable('customer_order').set(set).where('id', '=', id).execute()

  const without = (work: () => Promise<unknown>) => whileSandboxAway(pool, work)

  return { ...paying, members, run, reconcile, open, settledOrder, payOutside, change, without }
}

/**
 * The shop of a test file that sells both plans. No webhook arrives by itself, so every settlement is the reconciler's. Credits are audited
 * after each test.
 */
export async function openReconcilingShop(options: ShopOptions = { connections: 20 }) {
  const shop = await testShop(options)
  const books = reconcilingIn(shop)
  await books.members.addPlans()
  await shop.settleJobs()
  await books.loseWebhooks()
  auditAfterEach(shop)
  return { shop, books }
}
