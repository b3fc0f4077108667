import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { GRACE_MS, isCompareAllDue, lookBack } from '../rules.ts'
import { each, findings, looked, type Scope } from './findings.server.ts'
import { renewLease } from './lease.server.ts'

/** Rows of charges and refunds, or of orders, per stretch of the past: about one second of work. */
const STRETCH = 10_000
/** Minimum length of a stretch, so that an import of a million rows of one moment does not block the comparison. */
const LEAST_MS = 60_000

export type Compared = {
  /** Number of new and of vanished discrepancies. */
  found: number
  gone: number
  /** Start of the time in which days may have changed. */
  since: Date
  /** True when the whole past is compared; false when some is left for the next run. */
  isDone: boolean
}

/**
 * Compares our books with the provider's lists as far as they have been read. Discrepancies are stored with their current content and first
 * sighting; those that vanished are marked gone. Each run compares the last three days; once a day the whole past, stretch by stretch from
 * the first day on. A repeated comparison stores nothing twice.
 * @param until by the machine's clock: when the comparison of the past stops in this run.
 */
export async function compareBooks(ctx: Context, until: number): Promise<Compared> {
  const { read, compareAll } = await stateOf(ctx)
  const settled = new Date(+ctx.now() - GRACE_MS)
  const recent = { ...read, settled, from: lookBack(ctx.now(), 'usual'), till: FOREVER, isRecent: true }
  const { found, gone } = await compareStretch(ctx, recent)
  if (!compareAll) return { found, gone, since: recent.from, isDone: true }

  let foundEarlier = 0
  for (let from: Date | null = compareAll.from; from && from < recent.from; ) {
    if (Date.now() > until) return { found: found + foundEarlier, gone, since: recent.from, isDone: false }
    const till = await endOfStretch(ctx, from, recent.from)
    foundEarlier += (await compareStretch(ctx, { ...recent, from, till, isRecent: false })).found
    await sql`update reconciler set comparing_all_from = ${till}`.execute(ctx.db)
    await renewLease(ctx)
    from = till
  }
  await sql`update reconciler set compared_all_at = ${ctx.now()}, comparing_all_from = null`.execute(ctx.db)
  return { found: found + foundEarlier, gone, since: new Date(0), isDone: true }
}

const FOREVER = new Date('9999-01-01')

type State = {
  read: Pick<Scope, 'charges' | 'refunds' | 'subscriptions'>
  /** Start of the comparison of the whole past; undefined when it ran within the last day. */
  compareAll: { from: Date } | undefined
}

async function stateOf({ db, now }: Context): Promise<State> {
  const { rows } = await sql<Record<'allAt' | 'allFrom' | 'first' | keyof State['read'], Date | null>>`
    select compared_all_at as "allAt", comparing_all_from as "allFrom",
      least((select min(at) from provider_payment), (select min(paid_at) from book_order where status = 'paid'),
        (select min(at) from book_refund),
        (select min(paid_at) from book_invoice where status = 'paid' and reason <> 'first')) as first,
      (select covered_until from provider_pass where list = 'charges') as charges,
      (select covered_until from provider_pass where list = 'refunds') as refunds,
      (select covered_until from provider_pass where list = 'subscriptions') as subscriptions
    from reconciler`.execute(db)
  const { allAt, allFrom, first, ...read } = rows[0]!
  const isDue = allFrom !== null || isCompareAllDue(now(), allAt)
  return { read, compareAll: isDue ? { from: allFrom ?? first ?? now() } : undefined }
}

/** The end of a stretch from a start time: before the stretch gets too large for one transaction, at the latest `latest`. */
async function endOfStretch({ db }: Context, from: Date, latest: Date): Promise<Date> {
  const nth = (rows: RawBuilder<unknown>) => sql`(select at from (${rows}) stretch offset ${STRETCH} limit 1)`
  const { rows } = await sql<{ till: Date }>`
    select least(${latest}::timestamptz, greatest(${new Date(+from + LEAST_MS)}::timestamptz, coalesce(least(
      ${nth(sql`select at from provider_payment where at >= ${from} order by at, id`)},
      ${nth(sql`select paid_at as at from book_order where status = 'paid' and paid_at >= ${from} order by paid_at, id`)}
    ), ${latest}::timestamptz))) as till`.execute(db)
  return rows[0]!.till
}

/** Compares one stretch in its own transaction. Only the recent stretch marks discrepancies gone, because it includes all live ones. */
const compareStretch = (ctx: Context, scope: Scope): Promise<{ found: number; gone: number }> =>
  transact(ctx, async tx => {
    const now = tx.now()
    await linkBooked(tx.db, scope)
    const { rows } = await sql<{ found: number; gone: number }>`
      with finding as materialized (${findings(scope)}),
      kept as (
        insert into discrepancy as known (id, kind, subject, provider_id, order_id, user_id, ours, theirs, ours_cents,
          theirs_cents, ours_at, theirs_at, first_seen_at, last_seen_at)
        select gen_random_uuid(), kind, subject, provider_id, order_id, user_id, ours, theirs, ours_cents, theirs_cents,
          ours_at, theirs_at, ${now}, ${now}
        from finding order by kind, subject
        on conflict (kind, subject) where resolved_at is null do update set
          -- What staff closed stays closed for as long as both sides say what they said then.
          closed_at = case when (known.ours, known.theirs) = (excluded.ours, excluded.theirs) then known.closed_at end,
          closed_by = case when (known.ours, known.theirs) = (excluded.ours, excluded.theirs) then known.closed_by end,
          provider_id = excluded.provider_id, order_id = excluded.order_id, user_id = excluded.user_id,
          ours = excluded.ours, theirs = excluded.theirs, ours_cents = excluded.ours_cents,
          theirs_cents = excluded.theirs_cents, ours_at = excluded.ours_at, theirs_at = excluded.theirs_at,
          last_seen_at = excluded.last_seen_at
        returning xmax = 0 as is_new
      ),
      gone as (
        update discrepancy d set resolved_at = ${now}
        where resolved_at is null and ${scope.isRecent}
          and not exists (select from finding f where f.kind = d.kind and f.subject = d.subject)
        returning id
      )
      select (select count(*) from kept where is_new) as found, (select count(*) from gone) as gone`.execute(tx.db)
    if (scope.isRecent) await sql`update reconciler set compared_at = ${now}`.execute(tx.db)
    return rows[0]!
  })

const LIVE = [
  'charge_unsettled',
  'charge_extra',
  'charge_differs',
  'charge_unknown',
  'renewal_unknown',
  'refund_unknown',
]

/**
 * Stores on each charge and refund when our books recorded its counterpart. The balance then knows which of them fall on different days on
 * the two sides, without another comparison.
 */
async function linkBooked(db: Context['db'], scope: Scope): Promise<void> {
  const agrees = sql`b.amount_cents = c.amount_cents and b.currency = c.currency`
  await sql`
    update provider_payment p set booked_at = b.at
    from (
      select c.id, coalesce(o.at, i.at, r.at) as at
      from ${looked(scope, ...LIVE, 'refund_differs')}
        cross join ${each(sql`select id, order_id, invoice_id, kind, status, amount_cents, currency from provider_payment where id = looked.id`, 'c')}
        left join ${each(
          sql`select at from book_payment b where source = 'order' and order_id = c.order_id and ${agrees}
            and c.kind = 'charge' and c.status = 'succeeded'`,
          'o',
        )} on true
        left join ${each(
          sql`select at from book_payment b where source = 'renewal' and invoice_id = c.invoice_id and ${agrees}
            and c.order_id is null and c.kind = 'charge' and c.status = 'succeeded'`,
          'i',
        )} on true
        left join ${each(
          sql`select at from book_refund b where provider_id = c.id and b.status <> 'failed' and ${agrees}
            and c.kind = 'refund' and c.status <> 'failed'`,
          'r',
        )} on true
    ) b
    where p.id = b.id and p.booked_at is distinct from b.at`.execute(db)
}
