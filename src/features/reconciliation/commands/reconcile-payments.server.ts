import { sql } from 'kysely'
import { readMembershipRefund } from '#features/membership/invoices/commands/record-refund.server.ts'
import { readMembership } from '#features/membership/subscriptions/sync/commands/read-membership.server.ts'
import { settle } from '#features/orders/payment/commands/settle.server.ts'
import { readProviderRefund } from '#features/orders/refunds/commands/adopt-refund.server.ts'
import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { eachOf } from '#platform/each-of.ts'
import type { CheckResult } from '../contract.ts'
import {
  listMissedRefunds,
  listMissedSubscriptions,
  listUnsettledOrders,
  readWatchedAtProvider,
} from '../queries/missed.server.ts'
import { lookBack } from '../rules.ts'
import { compareBooks } from './compare-books.server.ts'
import { keepDisputes, keepRefunds, keepSubscriptions, listUnseenDisputes } from './keep-seen.server.ts'
import { endLease, takeLease } from './lease.server.ts'
import { attempt, readLists } from './read-lists.server.ts'

/** A job counts as dead after two minutes. Reading gets half of that, the follow-up work the rest. */
const READING_MS = 60_000
/** Time limit for comparing data older than three days. After 80 seconds of a run, the rest is left to the next one. */
const COMPARING_MS = 80_000

/**
 * Runs the reconciler once: continues reading the provider's lists, settles missed payments, and compares the books. After an interruption
 * the next run continues. Two runs never overlap, and a second run in a row changes nothing.
 * @param readingMs time limit for reading, by the machine's clock.
 */
export async function reconcilePayments(ctx: Context, readingMs = READING_MS): Promise<CheckResult> {
  if (!(await takeLease(ctx))) return { outcome: 'busy', found: 0, gone: 0 }
  try {
    const began = Date.now()
    const outcome = await readLists(ctx, began + readingMs)
    await settleMissed(ctx)
    await lookAgain(ctx)
    const { found, gone, since, isDone } = await compareBooks(ctx, began + Math.min(COMPARING_MS, readingMs * 2))
    await sumDays(ctx, since)
    return { outcome: outcome === 'done' && !isDone ? 'more' : outcome, found, gone }
  } finally {
    await endLease(ctx)
  }
}

/**
 * Reads only the checkout sessions, every minute, to find unsettled payments and lost orders without waiting for the comparison of the
 * books. Skipped while a run has the lease, because that run reads the list as well.
 */
export async function watchCheckouts(ctx: Context): Promise<void> {
  if (!(await takeLease(ctx))) return
  try {
    await readLists(ctx, Date.now() + READING_MS, ['checkouts'])
  } finally {
    await endLease(ctx)
  }
}

/**
 * Sums up past days on both sides. Each comparison recalculates the days from its start on, because these can still change. Once a night
 * this covers all days.
 * @param since start of the comparison. Days without a sum are always included.
 */
async function sumDays(ctx: Context, since: Date): Promise<void> {
  await sql`
    with span as (
      select least(${since}::timestamptz, (select (max(day) + 1)::timestamp from balance_day) at time zone 'UTC',
          case when not exists (select from balance_day) then '-infinity'::timestamptz end) as since,
        date_trunc('day', ${ctx.now()}::timestamptz, 'UTC') as till
    ), fact as (
      ${DAILY}
    ), day as (
      -- Of an empty shop there is no first day, and a series without one would never end.
      select generate_series(
          case when min(day) is not null then greatest(min(day), (select (since at time zone 'UTC')::date from span)) end,
          (select (till at time zone 'UTC')::date - 1 from span), interval '1 day')::date as day
      from (select min(day) as day from fact union all select min(day) from balance_day) days
    )
    insert into balance_day (day, orders_cents, payments_cents, refunds_cents, repaid_cents)
    select day, coalesce(sum(cents) filter (where side = 'orders'), 0),
      coalesce(sum(cents) filter (where side = 'payments'), 0), coalesce(sum(cents) filter (where side = 'refunds'), 0),
      coalesce(sum(cents) filter (where side = 'repaid'), 0)
    from day left join fact using (day) group by day order by day
    on conflict (day) do update set orders_cents = excluded.orders_cents, payments_cents = excluded.payments_cents,
      refunds_cents = excluded.refunds_cents, repaid_cents = excluded.repaid_cents`.execute(ctx.db)
}

/** Whole days only: the first day of a span is summed from its beginning. */
const SPAN = sql`(select case when since = '-infinity' then since else date_trunc('day', since, 'UTC') end from span)`
const TILL = sql`(select till from span)`

const DAILY = sql`
  select (at at time zone 'UTC')::date as day, 'orders' as side, sum(amount_cents) as cents
  from book_payment where at >= ${SPAN} and at < ${TILL} group by 1
  union all
  select (at at time zone 'UTC')::date, case kind when 'charge' then 'payments' else 'repaid' end, sum(counted_cents)
  from provider_payment where at >= ${SPAN} and at < ${TILL}
  group by 1, 2
  union all
  select (at at time zone 'UTC')::date, 'refunds', sum(amount_cents)
  from book_refund where status <> 'failed' and at >= ${SPAN} and at < ${TILL} group by 1`

const AT_ONCE = 8

/**
 * Settles missed events with their regular commands: paid orders, refunds from the provider's dashboard, memberships that began or ended.
 * Each command asks the provider itself, and a repeat changes nothing.
 */
async function settleMissed(ctx: Context): Promise<void> {
  const orders = await listUnsettledOrders(ctx, lookBack(ctx.now(), 'usual'))
  await eachOf(orders, AT_ONCE, orderId => attempt(ctx, { orderId }, () => settle(ctx, orderId)))
  const refunds = await listMissedRefunds(ctx, lookBack(ctx.now(), 'usual'))
  await eachOf(refunds, AT_ONCE, ({ id, isOfOrder }) =>
    attempt(ctx, { id }, () => (isOfOrder ? readProviderRefund(ctx, id) : readMembershipRefund(ctx, id))),
  )
  const memberships = await listMissedSubscriptions(ctx, lookBack(ctx.now(), 'fresh'))
  await eachOf(memberships, AT_ONCE, missed => attempt(ctx, missed, () => readMembership(ctx, missed)))
}

/** Reads the subjects of live discrepancies again when they are too old for the lists. */
async function lookAgain(ctx: Context): Promise<void> {
  const { refunds, subscriptions } = await readWatchedAtProvider(ctx)
  await eachOf(refunds, AT_ONCE, id =>
    attempt(ctx, { id }, async () => keepRefunds(ctx, [await ctx.payments.readRefund(id)])),
  )
  await eachOf(await listUnseenDisputes(ctx), AT_ONCE, id =>
    attempt(ctx, { id }, async () => keepDisputes(ctx, [await ctx.payments.readDispute(id)])),
  )
  await eachOf(subscriptions, AT_ONCE, id =>
    attempt(ctx, { id }, async () => {
      const subscription = await ctx.payments.readSubscription(id).catch(error => {
        // The discrepancy already says that the subscription is missing.
        if (error instanceof PaymentError && error.kind === 'not_found') return undefined
        throw error
      })
      if (subscription) await keepSubscriptions(ctx, [subscription])
    }),
  )
}
