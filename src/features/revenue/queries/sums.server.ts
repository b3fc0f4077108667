import { type RawBuilder, sql } from 'kysely'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Grouping, Sort } from '../contract.ts'
import { ADDED_UP, AMOUNT_COLUMNS, type AmountRow, duringDays, factsIn, NET, SUMMED, sumsOf } from '../facts.server.ts'
import type { Sums } from '../rules.ts'
import type { Stretch } from './days.server.ts'

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
export async function sumsIn(ctx: DataContext, stretch: Stretch): Promise<Sums> {
  const { rows } = await sql<AmountRow>`
    select ${SUMMED} from (
      select ${AMOUNT_COLUMNS} from ${rolledRows(stretch, 'day')}
      union all
      select ${ADDED_UP} from (${factsIn(duringDays(stretch.open))}) facts
    ) parts`.execute(ctx.db)
  return sumsOf(rows[0]!)
}

export type GroupRow = Sorted & { key: string; name: string | null; sums: Sums }

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

export type Order = { sort: Sort; direction: 'ascending' | 'descending' }

/** The order of a report's rows: by the sort column, then by key. */
export function keysetOf({ sort, direction }: Order) {
  const column = direction === 'ascending' ? asc : desc
  return keyset(column('place', sort === 'key' ? 'text' : 'bigint'), column('key', 'text'))
}

/**
 * Groups the facts of some days, with the sums of all groups. Both come from one read, because the open days read order by order are the
 * main cost.
 * @param page.limit omitted: all rows. @throws invalid_input for an unknown cursor.
 */
export async function groupsIn(
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
