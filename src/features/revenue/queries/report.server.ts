import { type RawBuilder, sql } from 'kysely'
import type { PriceParts } from '#features/orders/order/money/refunded-parts.ts'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { readSnapshot } from '#kernel/transaction.server.ts'
import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import { toDollars } from '#kernel/values/money.ts'
import { type Day, shopDayOf } from '#kernel/values/shop-day.ts'
import type {
  BalanceQuery,
  Figures,
  Grouping,
  Report,
  ReportFilters,
  ReportQuery,
  ReportRow,
  Revenue,
  Sort,
} from '../contract.ts'
import { ADDED_UP, AMOUNT_COLUMNS, type AmountRow, duringDays, factsIn, NET, SUMMED, sumsOf } from '../facts.server.ts'
import { averageOf, firstDayOf, lastDayOf, netOf, type Period, type Sums, totalOf } from '../rules.ts'
import { readRequestedDays, readStretch, type Stretch } from './days.server.ts'

/** The overview figures of a current period. */
export const readRevenue = (ctx: Context, { period }: { period: Period }): Promise<Revenue> =>
  readSnapshot(ctx, async snapshot => {
    const days = await readReportDays(snapshot, { period })
    const sums = await sumsIn(snapshot, await readStretch(snapshot, days))
    return {
      total_revenue: toDollars(netOf(sums)),
      total_orders: sums.orders,
      average_order_value: toDollars(averageOf(sums)),
      period,
    }
  })

/** A page of the report, with the sums of all pages. @throws invalid_input for a malformed cursor. */
export const readReport = (ctx: Context, query: ReportQuery): Promise<Report> =>
  readSnapshot(ctx, async snapshot => {
    const { limit, by, cursor } = query
    const order = orderOf(query)
    const days = await readReportDays(snapshot, query)
    const stretch = await readStretch(snapshot, days, by !== 'day')
    const { groups, sums } = await groupsIn(snapshot, stretch, by, { ...order, cursor, limit: limit + 1 })
    const { shown, nextCursor } = keysetOf(order).page(groups, limit)
    return {
      from: days.from,
      to: days.to,
      by,
      timeZone: shopZoneAt(ctx.now()),
      rows: shown.map(row => rowShown(row, by)),
      sums: figuresOf(sums),
      nextCursor,
      check: await lastCheckOf(snapshot),
    }
  })

/** All rows of a report, and their sums. There are as many rows as days or products, so they are read at once. */
export const readWholeReport = (ctx: Context, days: { from: Day; to: Day }, filters: ReportFilters) =>
  readSnapshot(ctx, async snapshot => {
    const stretch = await readStretch(snapshot, days, filters.by !== 'day')
    const { groups, sums } = await groupsIn(snapshot, stretch, filters.by, orderOf(filters))
    return { rows: groups.map(row => rowShown(row, filters.by)), sums: figuresOf(sums) }
  })

/** The days that the filters select now. */
export function readReportDays(ctx: DataContext, { period, from, to }: BalanceQuery) {
  const today = shopDayOf(ctx.now())
  return readRequestedDays(
    ctx,
    period ? { from: firstDayOf(period, today), until: lastDayOf(period, today) } : { from, to },
  )
}

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

const partsShown = (parts: PriceParts) => ({
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

/** Where a grouping's rows are: the dimension of the rolled-up days, and the key there and among facts. */
const GROUPS: Record<Grouping, { dimension: string; rolledKey: RawBuilder<unknown>; factKey: RawBuilder<unknown> }> = {
  day: { dimension: 'day', rolledKey: sql`day::text`, factKey: sql`day::text` },
  month: { dimension: 'day', rolledKey: sql`left(day::text, 7)`, factKey: sql`left(day::text, 7)` },
  product: { dimension: 'product', rolledKey: sql`key`, factKey: sql`coalesce(product, '')` },
  tier: { dimension: 'tier', rolledKey: sql`key`, factKey: sql`coalesce(tier, '')` },
  state: { dimension: 'state', rolledKey: sql`key`, factKey: sql`coalesce(state, '')` },
}

/** Rolled-up rows; `day` is the row's day, or the first of its month. */
const rolledRows = ({ months, days }: Stretch, dimension: string) => sql`(
  select day, key, name, ${AMOUNT_COLUMNS} from revenue_month
  where dimension = ${dimension} and day = any(${months}::date[])
  union all
  select day, key, name, ${AMOUNT_COLUMNS} from revenue_day where dimension = ${dimension} and day = any(${days}::date[])
) rolled`

/** The sums of some days as one row. */
async function sumsIn(ctx: DataContext, stretch: Stretch): Promise<Sums> {
  const { rows } = await sql<AmountRow>`
    select ${SUMMED} from (
      select ${AMOUNT_COLUMNS} from ${rolledRows(stretch, 'day')}
      union all
      select ${ADDED_UP} from (${factsIn(duringDays(stretch.open))}) facts
    ) parts`.execute(ctx.db)
  return sumsOf(rows[0]!)
}

type GroupRow = Sorted & { key: string; name: string | null; sums: Sums }

/** The sort columns. Rows with equal values are sorted by their key. */
const PLACES: Record<Sort, RawBuilder<unknown>> = {
  key: sql`coalesce(name, key)`,
  orders: sql`orders`,
  pieces: sql`pieces`,
  subtotal: sql`subtotal_cents`,
  discount: sql`discount_cents`,
  fees: sql`fee_client_cents + fee_platform_cents`,
  shipping: sql`shipping_cents`,
  tax: sql`tax_cents`,
  refunds: sql`-(${NET} + dispute_cents - subtotal_cents + discount_cents - fee_client_cents - fee_platform_cents - shipping_cents - tax_cents - renewal_cents)`,
  renewals: sql`renewal_cents`,
  net: NET,
}

type Order = { sort: Sort; direction: 'ascending' | 'descending' }

/** The order of a report's rows: by the sort column, then by key. */
function keysetOf({ sort, direction }: Order) {
  const column = direction === 'ascending' ? asc : desc
  return keyset(column('place', sort === 'key' ? 'text' : 'bigint'), column('key', 'text'))
}

/**
 * Groups the facts of some days, with the sums of all groups. Both come from one read, because the open days read order by order are the
 * main cost.
 * @param page.limit omitted: all rows. @throws invalid_input for an unknown cursor.
 */
async function groupsIn(
  ctx: DataContext,
  stretch: Stretch,
  by: Grouping,
  page: Order & { cursor?: string | undefined; limit?: number },
): Promise<{ groups: GroupRow[]; sums: Sums }> {
  const { dimension, rolledKey, factKey } = GROUPS[by]
  const { cursor, limit = null } = page
  const order = keysetOf(page)
  const placeType = page.sort === 'key' ? sql`text` : sql`bigint`
  // Prefixed by its day, the greatest name is the product's latest one.
  const lastName = by === 'product' ? sql`max(day::text || name)` : sql`null::text`
  const { rows } = await sql<Row>`
    with parts as (
      select false as is_sum, ${rolledKey} as key, ${lastName} as name, ${SUMMED}
      from ${rolledRows(stretch, dimension)} group by 2
      union all
      select true, null, null, ${AMOUNT_COLUMNS} from ${rolledRows(stretch, 'day')}
      union all
      select grouping(key) = 1, key, ${lastName}, ${ADDED_UP}
      from (select ${factKey} as key, facts.* from (${factsIn(duringDays(stretch.open))}) facts) keyed
      group by grouping sets ((key), ())
    ), groups as (
      select is_sum, key, substr(max(name), 11) as name, ${SUMMED} from parts group by is_sum, key
    ), placed as (
      select *, (${PLACES[page.sort]})::${placeType} as place from groups
    ), shown as (
      select *, ${order.sortKey} from placed where not is_sum and ${order.after(cursor)}
      order by ${order.by} limit ${limit}
    )
    select * from shown union all select *, null from placed where is_sum
    order by is_sum, ${order.by}`.execute(ctx.db)
  const sums = sumsOf(rows.pop()!)
  return {
    groups: rows.map(({ key, name, sortKey, ...amounts }) => ({ key, name, sortKey, sums: sumsOf(amounts) })),
    sums,
  }
}

type Row = AmountRow & Sorted & { key: string; name: string | null }
