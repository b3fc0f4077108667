import { type RawBuilder, sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { type Day, daysAfter, shopDayOf } from '#kernel/values/shop-day.ts'
import { ADDED_UP, AMOUNT_COLUMNS, duringDays, factsIn, SUMMED } from '../facts.server.ts'
import { findReach, listOpenDays } from '../queries/days.server.ts'

/** Ends a run before its job counts as dead (platform/jobs). The next run continues. */
const RUN_MS = 60_000

/**
 * Rolls up days that are over and have no sum or have changed since. The newest days come first because reports read them most. Months
 * whose days are all rolled up follow. Each day or month is one transaction, so a killed run loses at most one of them, and several runs
 * may overlap.
 * @returns the number of rolled-up days, and of days and months that were skipped because another transaction has them. `isDone` is false
 * when any are left: skipped, or not reached in time.
 */
export async function rollUpRevenue(ctx: Context): Promise<{ rolled: number; skipped: number; isDone: boolean }> {
  const began = performance.now()
  const reach = await findReach(ctx)
  if (!reach) return { rolled: 0, skipped: 0, isDone: true }
  const days = await listOpenDays(ctx, { from: reach.first, to: daysAfter(shopDayOf(ctx.now()), -1) })
  const isLate = () => performance.now() - began > RUN_MS
  let rolled = 0
  let skipped = 0
  for (const day of days.toReversed()) {
    if (isLate()) break
    if (await rollUpDay(ctx, day)) rolled++
    else skipped++
  }
  const isReached = rolled + skipped === days.length
  for (const month of await wholeMonthsOf(ctx)) if (!(await rollUpMonth(ctx, month))) skipped++
  return { rolled, skipped, isDone: isReached && skipped === 0 }
}

/**
 * Rolls up one day, replacing an earlier sum.
 * @returns false when another run has the day or a fact of the day is being written; the day then stays open until the next run.
 */
export const rollUpDay = (ctx: Context, day: Day): Promise<boolean> =>
  transact(ctx, async tx => {
    if (!(await lockDay(tx, day))) return false
    await sql`delete from revenue_stale_day where day = ${day}`.execute(tx.db)
    await sql`delete from revenue_rolled_day where day = ${day}`.execute(tx.db)
    await sql`insert into revenue_rolled_day (day, rolled_at) values (${day}, ${tx.now()})`.execute(tx.db)
    await sql`
      insert into revenue_day (dimension, day, key, name, ${AMOUNT_COLUMNS})
      select case grouping(product, tier, state) when 7 then 'day' when 3 then 'product' when 5 then 'tier' else 'state' end,
        ${day}::date, coalesce(product, tier, state, ''), case grouping(product) when 0 then max(name) end, ${ADDED_UP}
      from (${factsIn(duringDays([day]))}) facts
      group by grouping sets ((), (product), (tier), (state))
      having count(*) > 0`.execute(tx.db)
    return true
  })

/**
 * The lock that every write of a fact of the day shares (mark_revenue_stale.sql). It is only tried and never waited for, so no deadlock can
 * occur.
 */
async function lockDay(ctx: DataContext, day: Day): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(724, ${day}::date - date '2000-01-01') as locked`.execute(ctx.db)
  return rows[0]!.locked
}

/** Months without a sum whose days are all rolled up, each as its first day. */
async function wholeMonthsOf(ctx: Context): Promise<Day[]> {
  const { rows } = await sql<{ month: Day }>`
    select month from (
      select date_trunc('month', day)::date as month, count(*) as days from revenue_rolled_day r
      where not exists (select from revenue_stale_day l where l.day = r.day) group by 1
    ) m
    where days = ${daysIn(sql`month`)} and not exists (select from revenue_rolled_month r where r.month = m.month)
    order by month desc`.execute(ctx.db)
  return rows.map(row => row.month)
}

const daysIn = (month: RawBuilder<unknown>) => sql`extract(day from ${month} + interval '1 month' - interval '1 day')`

/**
 * Rolls up one month from its days.
 * @returns false when the month is rolled up already, or one of its days is not, or is being rolled up again.
 */
export const rollUpMonth = (ctx: Context, month: Day): Promise<boolean> =>
  transact(ctx, async tx => {
    const during = sql`day >= ${month}::date and day < ${month}::date + interval '1 month'`
    // Until this transaction ends, no other transaction can delete one of the days, which would delete the month (delete_revenue_month.sql). A day
    // that is being deleted counts as missing.
    const { rows } = await sql`
      insert into revenue_rolled_month (month)
      select ${month}::date from (select from revenue_rolled_day where ${during} for key share skip locked) days
      having count(*) = ${daysIn(sql`${month}::date`)}
      on conflict do nothing returning month`.execute(tx.db)
    if (rows.length === 0) return false
    await sql`
      insert into revenue_month (dimension, day, key, name, ${AMOUNT_COLUMNS})
      select dimension, ${month}::date, key, substr(max(day::text || name), 11), ${SUMMED}
      from revenue_day where ${during} group by dimension, key`.execute(tx.db)
    return true
  })
