import { type RawBuilder, sql } from 'kysely'
import { disputeReach } from '#features/disputes/queries/money-facts.server.ts'
import { renewalReach } from '#features/membership/invoices/queries/money-facts.server.ts'
import { moneyReach } from '#features/orders/order/queries/money-facts.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { type Day, shopDayOf } from '#kernel/values/shop-day.ts'
import { monthOf } from '../rules.ts'

/** Rolled up, with no later fact. */
export const isRolled = (day: RawBuilder<unknown>) => sql`
  (exists (select from revenue_rolled_day r where r.day = ${day})
    and not exists (select from revenue_stale_day l where l.day = ${day}))`

/** The first and last day on which money moved. A clock that ran ahead may put the last day into the future. */
type Reach = { first: Day; last: Day }

/** @returns undefined before any money moved. */
export async function findReach(ctx: DataContext): Promise<Reach | undefined> {
  const { rows } = await sql<{ first: Day | null; last: Day }>`
    select shop_day(min(first)) as first, shop_day(max(last)) as last
    from (${moneyReach} union all ${renewalReach} union all ${disputeReach}) reach`.execute(ctx.db)
  const { first, last } = rows[0]!
  return first === null ? undefined : { first, last }
}

/** Days, both included. A known reach avoids a second lookup. */
type Days = { from: Day; to: Day; reach?: Reach | undefined }

/**
 * The days of a requested report; only today in a shop without sales.
 * @param asked.until without `to`: the end of a current period, however far a clock ran ahead.
 */
export async function readRequestedDays(
  ctx: DataContext,
  { from, to, until }: { from?: Day | undefined; to?: Day | undefined; until?: Day | undefined },
): Promise<Days> {
  const today = shopDayOf(ctx.now())
  const reach = await findReach(ctx)
  const latest = reach && reach.last > today ? reach.last : today
  const now = until && until < latest ? until : latest
  const last = to ?? (from && from > now ? from : now)
  const first = from ?? (reach && reach.first < last ? reach.first : last)
  return { from: first, to: last, reach }
}

/** How a period is read: rolled-up months, further rolled-up days, and open days order by order. */
export type Stretch = {
  /** The first day of each month. */
  months: readonly Day[]
  days: readonly Day[]
  /** Today, and every day without a current sum. */
  open: readonly Day[]
}

/**
 * Plans a period with the fewest rows. The parts do not overlap and are in order; days without money may be missing.
 * @param byMonth false for callers that need each day.
 */
export async function readStretch(ctx: DataContext, asked: Days, byMonth = true): Promise<Stretch> {
  const { from, to } = asked
  const reach = 'reach' in asked ? asked.reach : await findReach(ctx)
  if (!reach) return { months: [], days: [], open: [] }
  // No money moved before the first day, so its month counts as whole.
  const first = from > reach.first ? from : monthOf(reach.first)
  const { rows } = await sql<{ day: Day; kind: keyof Stretch }>`
    with whole as (
      select month from revenue_rolled_month m
      where ${byMonth} and month >= ${first} and (month + interval '1 month')::date <= ${to}::date + 1
        and not exists (select from revenue_stale_day where day >= month and day < month + interval '1 month')
    )
    select month as day, 'months' as kind from whole
    union all
    select d::date, case when ${isRolled(sql`d::date`)} then 'days' else 'open' end
    from generate_series(${first}::date, least(${to}::date, ${reach.last}), interval '1 day') d
    where date_trunc('month', d)::date not in (select month from whole)
    order by day`.execute(ctx.db)
  const kindOf = (kind: keyof Stretch) => rows.filter(row => row.kind === kind).map(row => row.day)
  return { months: kindOf('months'), days: kindOf('days'), open: kindOf('open') }
}

/** The days of a range without a current sum, oldest first. */
export const listOpenDays = async (ctx: Context, days: Days): Promise<readonly Day[]> =>
  (await readStretch(ctx, days)).open
