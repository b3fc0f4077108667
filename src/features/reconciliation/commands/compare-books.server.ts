import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { compareSince, GRACE_MS } from '../rules.ts'
import { findings, type Scope } from './findings.server.ts'

/**
 * Compares our books with what the provider said, as far as its lists have been read: writes down what disagrees, what it is
 * now and since when; and lets what agrees again go. Compared twice, it is written once.
 * @returns how many disagreements are new, how many went away, and from when on it looked.
 */
export async function compareBooks(ctx: Context): Promise<{ found: number; gone: number; since: Date }> {
  const now = ctx.now()
  const scope = await scopeOf(ctx)
  return ctx.db.transaction().execute(async trx => {
    await linkBooked(trx, scope)
    const { rows } = await sql<{ found: number; gone: number }>`
      with finding as materialized (${findings(scope)}),
      kept as (
        insert into discrepancy as known (id, kind, subject, provider_id, order_id, user_id, ours, theirs, ours_cents,
          theirs_cents, ours_at, theirs_at, first_seen_at, last_seen_at)
        select gen_random_uuid(), kind, subject, provider_id, order_id, user_id, ours, theirs, ours_cents, theirs_cents,
          ours_at, theirs_at, ${now}, ${now}
        from finding order by kind, subject
        on conflict (kind, subject) where gone_at is null do update set
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
        update discrepancy d set gone_at = ${now}
        where gone_at is null and not exists (select from finding f where f.kind = d.kind and f.subject = d.subject)
        returning id
      )
      select (select count(*) from kept where is_new) as found, (select count(*) from gone) as gone`.execute(trx)
    await sql`
      update reconciler set compared_at = ${now},
        compared_all_at = case when ${+scope.since === 0} then ${now} else compared_all_at end`.execute(trx)
    return { ...rows[0]!, since: scope.since }
  })
}

async function scopeOf({ db, now }: Context): Promise<Scope> {
  const { rows } = await sql<Record<'comparedAllAt' | 'charges' | 'refunds' | 'subscriptions', Date | null>>`
    select compared_all_at as "comparedAllAt",
      (select covered_until from provider_pass where list = 'charges') as charges,
      (select covered_until from provider_pass where list = 'refunds') as refunds,
      (select covered_until from provider_pass where list = 'subscriptions') as subscriptions
    from reconciler`.execute(db)
  const { comparedAllAt, ...read } = rows[0]!
  return { ...read, since: compareSince(now(), comparedAllAt), settled: new Date(+now() - GRACE_MS) }
}

/**
 * Notes at each charge and refund when our books have what it agrees with. From that it is known which of them fell on another
 * day here than there, without comparing again.
 */
async function linkBooked(db: Context['db'], { since }: Scope): Promise<void> {
  await sql`
    update provider_payment p set booked_at = b.at
    from (
      select c.id, coalesce(o.at, i.at, r.at) as at
      from provider_payment c
        left join book_payment o on o.source = 'order' and o.order_id = c.order_id
          and c.kind = 'charge' and c.status = 'succeeded' and o.amount_cents = c.amount_cents and o.currency = c.currency
        left join book_payment i on i.source = 'renewal' and i.invoice_id = c.invoice_id and c.order_id is null
          and c.kind = 'charge' and c.status = 'succeeded' and i.amount_cents = c.amount_cents and i.currency = c.currency
        left join book_refund r on r.provider_id = c.id and r.status <> 'failed'
          and c.kind = 'refund' and c.status <> 'failed' and r.amount_cents = c.amount_cents and r.currency = c.currency
      where c.id in (
        select id from provider_payment where at >= ${since}
        union select id from provider_payment where booked_at is null)
    ) b
    where p.id = b.id and p.booked_at is distinct from b.at`.execute(db)
}
