import { sql } from 'kysely'
import { disputesByDay } from '#features/disputes/queries/money-facts.server.ts'
import { renewalsByDay } from '#features/membership/invoices/queries/money-facts.server.ts'
import { moneyByDay } from '#features/orders/order/queries/money-facts.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { readSnapshot } from '#kernel/transaction.server.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Day } from '#kernel/values/shop-day.ts'
import { AMOUNT_COLUMNS, NET, SUMMED } from '../facts.server.ts'
import { isRolled } from '../queries/days.server.ts'
import { rollUpDay, rollUpMonth } from './roll-up.server.ts'

type Compared = { day: Day; facts: Cents; rolled: Cents; agrees: boolean }

/**
 * Compares every rolled-up day, in each grouping, with the sums of orders, refunds, renewals and disputes, and every month with the sums of
 * its days. Differences are rolled up again, logged and stored for the report. The check finds changes without a trigger: rows edited by
 * hand, a partly restored database, a bug of ours.
 * @returns the days that differed, and the first days of the months that did.
 */
export async function checkRevenue(ctx: Context): Promise<Day[]> {
  const days = await readSnapshot(ctx, compare)
  const wrong = days.filter(({ agrees }) => !agrees)
  for (const { day, facts, rolled } of wrong) {
    ctx.log.error({ day, facts, rolled }, 'the revenue of a day was not that of its orders, and is added up anew')
    // Marked first: from now on the day is read from its orders, even if the roll-up fails now.
    await sql`insert into revenue_stale_day (day) values (${day})`.execute(ctx.db)
    await rollUpDay(ctx, day)
  }
  const sum = (of: 'facts' | 'rolled') => days.reduce((cents, day) => cents + day[of], 0)
  const mended = wrong.map(({ day }) => day)
  const months = await mendMonths(ctx)
  await sql`
    insert into revenue_check (checked_at, facts_cents, rolled_cents, repaired_days, repaired_months)
    values (${ctx.now()}, ${sum('facts')}, ${sum('rolled')}, ${mended}::date[], ${months}::date[])
    on conflict do nothing`.execute(ctx.db)
  return [...mended, ...months]
}

/** Deletes months that differ from the sum of their days, so that the days are read instead, and rolls the months up again. */
async function mendMonths(ctx: Context): Promise<Day[]> {
  const ofMonth = sql`select dimension, key, ${AMOUNT_COLUMNS} from revenue_month where day = m.month`
  const ofDays = sql`select dimension, key, ${SUMMED} from revenue_day
    where day >= m.month and day < m.month + interval '1 month' group by dimension, key`
  const { rows } = await sql<{ month: Day }>`
    delete from revenue_rolled_month m
    where exists ((${ofMonth}) except (${ofDays})) or exists ((${ofDays}) except (${ofMonth}))
    returning month`.execute(ctx.db)
  for (const { month } of rows) {
    ctx.log.error({ month }, 'the revenue of a month was not that of its days, and is added up anew')
    await rollUpMonth(ctx, month)
  }
  return rows.map(({ month }) => month)
}

async function compare(ctx: DataContext): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    with facts as (
      select day, sum(orders) as orders, sum(cents) as cents
      from (${moneyByDay} union all select day, 0, cents from (${renewalsByDay}) r
        union all select day, 0, -cents from (${disputesByDay}) d) f group by day
    ), rolled as (
      select day, dimension, sum(orders) as orders, sum(${NET}) as cents from revenue_day group by day, dimension
    )
    select d.day, coalesce(f.cents, 0) as facts,
      coalesce((select r.cents from rolled r where r.day = d.day and r.dimension = 'day'), 0) as rolled,
      not exists (
        select from unnest(array['day', 'product', 'tier', 'state']) as g (dimension)
          left join rolled r on r.day = d.day and r.dimension = g.dimension
        where coalesce(r.cents, 0) <> coalesce(f.cents, 0)
          or (g.dimension = 'day' and coalesce(r.orders, 0) <> coalesce(f.orders, 0))
      ) as agrees
    from revenue_rolled_day d left join facts f on f.day = d.day
    where ${isRolled(sql`d.day`)} order by d.day`.execute(ctx.db)
  return rows
}
