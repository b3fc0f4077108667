import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { RECONCILE_PAYMENTS } from '#features/orders/order/job-types.server.ts'
import { followRefunds } from '#features/orders/refunds/commands/follow-refunds.server.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { compareBooks } from '../commands/compare-books.server.ts'
import { endLease } from '../commands/lease.server.ts'
import { reconcilePayments } from '../commands/reconcile-payments.server.ts'
import { readBalance } from '../queries/balance.server.ts'
import { openReconcilingShop } from '../testing/reconciling.ts'

const DAY = 24 * 3600_000

let buyer: TestUser
const { shop, books } = await openReconcilingShop()
buyer = await shop.addUser()

const query = <T extends object>(text: string, values: unknown[] = []) =>
  shop.services.pool.query<T>(text, values).then(({ rows }) => rows)
const balanceBetween = (from: Date, to: Date) => readBalance(shop.system, { from, to })
const untilNow = () => balanceBetween(new Date(0), new Date(+shop.clock.now() + 1000))
const refundAtProvider = (paymentIntentId: string, amountCents: number) =>
  shop.services.payments.refund({ paymentIntentId, amountCents, idempotencyKey: newId() })

describe('refunds', () => {
  it('refunds made in the dashboard are recorded at their order, once', async () => {
    const { id, payment_intent_id } = await books.settledOrder(buyer)
    await refundAtProvider(payment_intent_id!, 700)
    await books.reconcile()
    await books.reconcile()
    expect(await books.orderRow(id)).toMatchObject({ refunded_cents: 700 })
    expect(await query('select origin, amount_cents from refund where order_id = $1', [id])).toEqual([
      { origin: 'provider', amount_cents: 700 },
    ])
    expect(await books.open()).toEqual([])
    expect(await untilNow()).toMatchObject({ difference: 0, refunds: { difference: 0 }, causes: [] })
  })

  it('a refund unknown to the provider, or of another amount, is reported until it is corrected [B-11.23]', async () => {
    const { id, payment_intent_id } = await books.settledOrder(buyer)
    const { id: providerId } = await refundAtProvider(payment_intent_id!, 700)
    await books.reconcile()
    await query('update refund set amount_cents = 650, subtotal_cents = subtotal_cents - 50 where order_id = $1', [id])
    await books.reconcile()
    expect(await books.open()).toEqual(['refund_differs: 6.50 USD, succeeded / 7.00 USD, succeeded'])
    expect((await untilNow()).refunds.difference).toBe(-50)
    await query('update refund set amount_cents = 700, subtotal_cents = subtotal_cents + 50 where order_id = $1', [id])
    await query('delete from provider_payment where id = $1', [providerId])
    await query('delete from stripe_sandbox.object where id = $1', [providerId])
    await books.reconcile()
    expect(await books.open()).toEqual(['refund_missing: 7.00 USD, succeeded / Nothing'])
    expect(await untilNow()).toMatchObject({
      refunds: { difference: 700 },
      causes: [{ kind: 'refund_missing', of: 'refunds', amountCents: 700, orderId: id }],
    })
    // Simulates a refund that was never sent. The orders' own job sends it now.
    await query(
      `update refund set provider_id = null, status = 'requested', succeeded_at = null, attempt = 2 where order_id = $1`,
      [id],
    )
    await books.reconcile()
    expect(await books.open()).toEqual(['refund_unsent: 7.00 USD, requested / Nothing'])
    await followRefunds(shop.system)
    await books.reconcile()
    expect(await books.open()).toEqual([])
    expect(await untilNow()).toMatchObject({ refunds: { difference: 0 }, causes: [] })
  })
})

describe('the balance of a day', () => {
  it('a payment settled on the next day is named, and past days add up the same [B-11.26]', async () => {
    const midnight = new Date('2026-04-01T00:00:00Z')
    shop.clock.set(new Date(+midnight - 60_000))
    buyer = await shop.addUser()
    const { session } = await books.paidCheckout(buyer)
    shop.clock.set(new Date(+midnight + 60_000))
    await books.reconcile()
    const { total_cents: total, ...order } = await books.orderRow(session.orderId)
    expect(order).toMatchObject({ status: 'paid' })
    const before = { orders: 0, payments: total, difference: -total }
    const cause = { kind: 'other_day', of: 'payments', orderId: session.orderId }
    const day = (n: number) => new Date(+midnight + n * DAY)
    expect(await balanceBetween(day(-1), day(0))).toMatchObject({
      ...before,
      causes: [{ ...cause, amountCents: -total }],
    })
    expect(await balanceBetween(day(0), day(1))).toMatchObject({
      ...{ orders: total, payments: 0, difference: total },
      causes: [{ ...cause, amountCents: total }],
    })
    expect(await balanceBetween(day(-1), day(1))).toMatchObject({ difference: 0, causes: [] })
    // The daily sums and a fresh calculation give equal totals.
    shop.clock.set(day(3))
    await books.reconcile()
    const [summed] = await query<{ n: number }>('select count(*) as n from balance_day where day = $1', ['2026-03-31'])
    expect(summed!.n).toBe(1)
    const fromSums = await untilNow()
    await query('delete from balance_day')
    expect(await untilNow()).toEqual(fromSums)
    expect(await balanceBetween(day(-1), day(0))).toMatchObject(before)
  })
})

describe('the comparison of all the past', () => {
  it('the comparison finds an old change, in as many runs as needed', async () => {
    buyer = await shop.addUser()
    const { id, shipping_cents, total_cents } = await books.settledOrder(buyer)
    await books.reconcile()
    shop.clock.advance(5 * DAY)
    await query('update reconciler set compared_all_at = $1', [shop.clock.now()])
    await books.change(id, { shipping_cents: shipping_cents + 700, total_cents: total_cents + 700 })
    await books.run()
    expect(await books.open()).toEqual([])
    await query('update reconciler set compared_all_at = null')
    expect(await compareBooks(shop.system, 0)).toMatchObject({ found: 0, isDone: false })
    expect(await compareBooks(shop.system, Date.now() + 30_000)).toMatchObject({ found: 1, isDone: true })
    expect(await books.open()).toHaveLength(1)
    // Each stretch renewed the lease that a complete run would have released.
    await endLease(shop.system)
    await books.change(id, { shipping_cents, total_cents })
    // The sum of so old a day is recalculated at night.
    await query('update reconciler set compared_all_at = null')
    await books.reconcile()
    expect(await books.open()).toEqual([])
    expect(await untilNow()).toMatchObject({ difference: 0, causes: [] })
  })
})

describe('the reconciler', () => {
  it('concurrent reconcilers settle each payment once', async () => {
    buyer = await shop.addUser()
    const bought = await Promise.all([1, 2, 3].map(() => books.paidCheckout(buyer)))
    const runs = await Promise.all(Array.from({ length: 8 }, () => reconcilePayments(shop.system)))
    expect(runs.filter(({ outcome }) => outcome !== 'busy').length).toBeLessThanOrEqual(2)
    await books.reconcile()
    for (const { session } of bought) expect(await books.orderRow(session.orderId)).toMatchObject({ status: 'paid' })
    expect((await shop.call('/api/credits', { as: await freshToken(buyer) })).json).toMatchObject({ silverCredits: 6 })
    expect(await books.open()).toEqual([])
  })

  it('a reconciler waits for the lease of a dead one, and no longer', async () => {
    await query(`update reconciler set leased_until = now() + interval '1 minute'`)
    expect(await reconcilePayments(shop.system)).toEqual({ outcome: 'busy', found: 0, gone: 0 })
    await query(`update reconciler set leased_until = now() - interval '1 second'`)
    expect(await reconcilePayments(shop.system)).toMatchObject({ outcome: 'done' })
  })

  it('a reconciler by the clock that meets the watch of checkouts runs later [B-11.57]', async () => {
    const waiting = () =>
      query(`select id from pgboss.job where name = 'reconcile-payments' and state = 'created' and start_after > now()`)
    await query(`update reconciler set compared_at = null, leased_until = now() + interval '1 minute'`)
    await enqueue(shop.system, RECONCILE_PAYMENTS, {})
    await shop.settleJobs()
    expect(await query('select compared_at from reconciler')).toEqual([{ compared_at: null }])
    expect(await waiting()).toHaveLength(1)
    await endLease(shop.system)
    await query(`update pgboss.job set start_after = now() where name = 'reconcile-payments' and state = 'created'`)
    await shop.settleJobs()
    expect(await query('select compared_at from reconciler')).toEqual([{ compared_at: shop.clock.now() }])
    expect(await waiting()).toEqual([])
  })

  it('a reconciler continues at the page where the provider failed, and loses nothing', async () => {
    await query(
      `
      insert into stripe_sandbox.object (id, kind, data, hidden, refs)
      select 'ch_many_' || n, kind, data || jsonb_build_object('id', 'ch_many_' || n, 'amount', 1, 'amount_captured', 1,
        'metadata', '{}'::jsonb, 'payment_intent', 'pi_many_' || n, 'created', $1::bigint), hidden, '{}'
      from generate_series(1, 250) n, (
        select * from stripe_sandbox.object where kind = 'charge' and data->>'status' = 'succeeded' order by seq limit 1) c`,
      [Math.floor(+shop.clock.now() / 1000)],
    )
    const asked: (string | undefined)[] = []
    /** The real payment provider, which becomes unreachable before a chosen page is requested. */
    const leaving = (at: number) => {
      const { payments } = shop.system
      const listCharges: typeof payments.listCharges = async listing => {
        asked.push(listing.after)
        if (asked.length === at) await query('alter table stripe_sandbox.object rename to away')
        return payments.listCharges(listing)
      }
      return { ...shop.system, payments: { ...payments, listCharges } }
    }
    const kept = async () =>
      (await query<{ n: number }>(`select count(*) as n from provider_payment where id like 'ch_many_%'`))[0]!.n
    shop.clock.advance(11 * 60_000)
    expect(await reconcilePayments(leaving(3))).toMatchObject({ outcome: 'unreachable' })
    await query('alter table stripe_sandbox.away rename to object')
    expect(await kept()).toBe(200)
    const [reached] = await query<{ page_after: string }>(`select page_after from provider_pass where list = 'charges'`)
    asked.length = 0
    expect(await reconcilePayments(leaving(0))).toMatchObject({ outcome: 'done' })
    expect(asked).toEqual([reached!.page_after])
    expect(await kept()).toBe(250)
    expect(new Set(await books.open())).toEqual(new Set(['charge_unknown: Nothing / 0.01 USD']))
    expect((await untilNow()).difference).toBe(-250)
    // The list of discrepancies is paged as well.
    const admin = await shop.addUser({ admin: true })
    let cursor = ''
    let found = 0
    do {
      const { json } = await shop.call(`/api/admin/discrepancies?limit=100${cursor && `&cursor=${cursor}`}`, {
        as: admin,
      })
      found += json.discrepancies.length
      cursor = json.nextCursor ?? ''
    } while (cursor)
    expect(found).toBe(250)
  })
})

/** A token lives for one hour of the shop's clock, which this test has moved. */
const freshToken = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  idToken: (await shop.idTokens.issue({ ...user, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }))
    .idToken,
})
