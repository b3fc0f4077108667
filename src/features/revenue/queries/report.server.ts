import { sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { readSnapshot } from '#kernel/transaction.server.ts'
import { toDollars } from '#kernel/values/money.ts'
import { type Day, SHOP_ZONE, shopDayOf } from '#kernel/values/shop-day.ts'
import type {
  BalanceQuery,
  Figures,
  Grouping,
  Report,
  ReportFilters,
  ReportQuery,
  ReportRow,
  Revenue,
} from '../contract.ts'
import { averageOf, firstDayOf, netOf, type Parts, type Period, type Sums, totalOf } from '../rules.ts'
import { daysAskedFor, stretchOf } from './days.server.ts'
import { type GroupRow, groupsIn, keysetOf, type Order, sumsIn } from './sums.server.ts'

/** The overview figures of a current period. */
export const revenueOf = (ctx: Context, { period }: { period: Period }): Promise<Revenue> =>
  readSnapshot(ctx, async snapshot => {
    const days = await daysAskedFor(snapshot, { from: firstDayOf(period, shopDayOf(snapshot.now())) })
    const sums = await sumsIn(snapshot, await stretchOf(snapshot, days))
    return {
      total_revenue: toDollars(netOf(sums)),
      total_orders: sums.orders,
      average_order_value: toDollars(averageOf(sums)),
      period,
    }
  })

/** A page of the report, with the sums of all pages. @throws invalid_input for a malformed cursor. */
export const reportOf = (ctx: Context, query: ReportQuery): Promise<Report> =>
  readSnapshot(ctx, async snapshot => {
    const { limit, by, cursor } = query
    const order = orderOf(query)
    const days = await reportDaysOf(snapshot, query)
    const stretch = await stretchOf(snapshot, days, by !== 'day')
    const { groups, sums } = await groupsIn(snapshot, stretch, by, { ...order, cursor, limit: limit + 1 })
    const { shown, nextCursor } = keysetOf(order).page(groups, limit)
    return {
      from: days.from,
      to: days.to,
      by,
      timeZone: SHOP_ZONE,
      rows: shown.map(row => rowShown(row, by)),
      sums: figuresOf(sums),
      nextCursor,
      check: await lastCheckOf(snapshot),
    }
  })

/** All rows of a report, and their sums. There are as many rows as days or products, so they are read at once. */
export const wholeReportOf = (ctx: Context, days: { from: Day; to: Day }, filters: ReportFilters) =>
  readSnapshot(ctx, async snapshot => {
    const stretch = await stretchOf(snapshot, days, filters.by !== 'day')
    const { groups, sums } = await groupsIn(snapshot, stretch, filters.by, orderOf(filters))
    return { rows: groups.map(row => rowShown(row, filters.by)), sums: figuresOf(sums) }
  })

/** The days that the filters select now. */
export const reportDaysOf = (ctx: DataContext, { period, from, to }: BalanceQuery) =>
  daysAskedFor(ctx, period ? { from: firstDayOf(period, shopDayOf(ctx.now())) } : { from, to })

const USUAL: Record<Grouping, Order> = {
  day: { sort: 'key', direction: 'descending' },
  month: { sort: 'key', direction: 'descending' },
  product: { sort: 'net', direction: 'descending' },
  tier: { sort: 'key', direction: 'ascending' },
  state: { sort: 'key', direction: 'ascending' },
}

function orderOf({ by, sort, direction }: ReportFilters): Order {
  if (!sort) return { ...USUAL[by], ...(direction && { direction }) }
  return { sort, direction: direction ?? (sort === 'key' ? 'ascending' : 'descending') }
}

/** The label of a row: the name of a product, the key of a day. */
function rowShown({ key, name, sums }: GroupRow, by: Grouping): ReportRow {
  return { key, name: name ?? (key || `No ${by}`), ...figuresOf(sums) }
}

const partsShown = (parts: Parts) => ({
  subtotal: toDollars(parts.subtotal),
  discount: toDollars(parts.discount),
  fees: {
    amount: toDollars(parts.feeClient + parts.feePlatform),
    clientShare: toDollars(parts.feeClient),
    platformShare: toDollars(parts.feePlatform),
  },
  shipping: toDollars(parts.shipping),
  tax: toDollars(parts.tax),
  total: toDollars(totalOf(parts)),
})

const figuresOf = (sums: Sums): Figures => ({
  orders: sums.orders,
  pieces: sums.pieces,
  ...partsShown(sums.sold),
  refunds: { count: sums.refunds, ...partsShown(sums.refunded) },
  renewals: { count: sums.renewals, total: toDollars(sums.renewed) },
  disputes: { total: toDollars(sums.disputed), fees: toDollars(sums.disputeFees) },
  net: toDollars(netOf(sums)),
})

async function lastCheckOf(ctx: DataContext): Promise<Report['check']> {
  const { rows } = await sql<{ checkedAt: Date; mendedDays: Day[]; mendedMonths: Day[] }>`
    select checked_at as "checkedAt", repaired_days::text[] as "mendedDays", repaired_months::text[] as "mendedMonths"
    from revenue_check order by checked_at desc limit 1`.execute(ctx.db)
  const check = rows[0]
  if (!check) return null
  return {
    checkedAt: check.checkedAt.toISOString(),
    mendedDays: check.mendedDays,
    mendedMonths: check.mendedMonths.map(first => first.slice(0, 7)),
  }
}
