import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/**
 * Sums up past days on both sides. Each comparison recalculates the days from its start on, because these can still change. Once a night
 * this covers all days.
 * @param since start of the comparison. Days without a sum are always included.
 */
export async function sumDays(ctx: Context, since: Date): Promise<void> {
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
