import { type RawBuilder, sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { renewalReach } from '#features/membership/queries/money-facts.server.ts'
import { moneyReach } from '#features/orders/queries/money-facts.server.ts'
import { type Day, shopDayOf } from '../rules.ts'

/** Reads that belong together: none of them sees a day added up that another still saw open. */
export const inOneView = <T>(ctx: Context, read: (inner: Context) => Promise<T>): Promise<T> =>
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(trx => read(within(ctx, trx)))

/** Added up, and no fact has come since. */
export const isRolled = (day: RawBuilder<unknown>) => sql`
  (exists (select from revenue_rolled_day r where r.day = ${day})
    and not exists (select from revenue_late_day l where l.day = ${day}))`

/** The first and the last day on which money moved; undefined before any did. A clock that ran ahead may put the last into the future. */
export async function reachOf(ctx: Context): Promise<{ first: Day; last: Day } | undefined> {
  const { rows } = await sql<{ first: Day | null; last: Day }>`
    select shop_day(min(first)) as first, shop_day(max(last)) as last
    from (${moneyReach} union all ${renewalReach}) reach`.execute(ctx.db)
  const { first, last } = rows[0]!
  return first === null ? undefined : { first, last }
}

/** The days that a report is asked for. @returns from and to, both included; today alone in a shop that has sold nothing. */
export async function daysAskedFor(
  ctx: Context,
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
): Promise<{ from: Day; to: Day }> {
  const today = shopDayOf(ctx.now())
  const reach = await reachOf(ctx)
  const now = reach && reach.last > today ? reach.last : today
  const last = to ?? (from && from > now ? from : now)
  const first = from ?? (reach && reach.first < last ? reach.first : last)
  return { from: first, to: last }
}

/** Of some days those that must be looked at order by order, oldest first: today, and whatever is not added up as it is now. */
export async function openDaysOf(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<Day[]> {
  const reach = await reachOf(ctx)
  if (!reach) return []
  const [first, last] = [from > reach.first ? from : reach.first, to < reach.last ? to : reach.last]
  const { rows } = await sql<{ day: Day }>`
    select d::date as day from generate_series(${first}::date, ${last}::date, interval '1 day') d
    where not ${isRolled(sql`d::date`)} order by d`.execute(ctx.db)
  return rows.map(row => row.day)
}
