import { sql } from 'kysely'
import type { z } from 'zod'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { trackingUrlOf } from '../../../fulfilment/rules.ts'
import { lineName } from '../../line-name.ts'
import { headOf } from '../../queries/order-answer.server.ts'
import { type KnownOrder, NEWEST, selectOrders } from '../../stored-order.server.ts'
import {
  COUNTED,
  ORDER_FILTERS,
  type OrderCounts,
  type StaffOrderList,
  type StaffOrderQuery,
  type StaffOrderRow,
} from '../contract.ts'
import { filterCondition, standingCondition } from './order-filters.server.ts'

/** The orders of the list, by its parameter `sort`. */
export const SORTS = {
  newest: NEWEST,
  oldest: keyset(asc('o.created_at', 'timestamptz'), asc('o.id', 'uuid')),
  highest: keyset(desc('o.total_cents', 'integer'), desc('o.id', 'uuid')),
  lowest: keyset(asc('o.total_cents', 'integer'), asc('o.id', 'uuid')),
}

/**
 * Orders with their lines, page by page. The ids are selected first, so that only lines of shown orders are read.
 * @throws invalid_input for a malformed cursor.
 */
export async function pageOfOrders(ctx: Context, query: StaffOrderQuery): Promise<(KnownOrder & Sorted)[]> {
  const order = SORTS[query.sort]
  return selectOrders(
    ctx,
    sql`o.id = any(array(select o.id from customer_order o where ${filterCondition(query)} and ${order.after(query.cursor)}
      order by ${order.by} limit ${query.limit})) order by ${order.by}`,
    order,
  )
}

/** A page of orders for staff. */
export async function listStaffOrders(ctx: Context, query: StaffOrderQuery): Promise<z.infer<typeof StaffOrderList>> {
  const orders = await pageOfOrders(ctx, { ...query, limit: query.limit + 1 })
  const { shown, nextCursor } = SORTS[query.sort].page(orders, query.limit)
  const failed = await failedRefundsOf(ctx, shown)
  return {
    orders: shown.map(order => rowOf(order, failed.has(order.id))),
    nextCursor,
  }
}

async function failedRefundsOf(ctx: Context, orders: readonly KnownOrder[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from refund where status = 'failed' and order_id = any(${orders.map(({ id }) => id)}::uuid[])`.execute(
    ctx.db,
  )
  return new Set(rows.map(row => row.id))
}

function rowOf(order: KnownOrder, refundFailed: boolean): StaffOrderRow {
  const sum = (of: (line: KnownOrder['lines'][number]) => number) =>
    order.lines.reduce((total, line) => total + of(line), 0)
  return {
    ...headOf(order, true),
    mode: order.mode,
    paidAt: order.paidAt?.toISOString() ?? null,
    userId: order.userId,
    email: order.email,
    name: order.shipTo?.name || null,
    state: order.shipTo?.state ?? null,
    paymentMethod: order.paymentMethod,
    pieces: sum(line => line.quantity),
    names: order.lines.map(lineName),
    tiers: TIERS.filter(tier => order.lines.some(line => line.tier === tier)),
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    trackingUrl: trackingUrlOf(order.carrier, order.trackingNumber),
    backordered: sum(line => line.backordered),
    refundFailed,
  }
}

/** Order counts by status and filter. Counting stops at `COUNTED`, so the cost is bounded. */
export async function orderCounts(ctx: Context): Promise<z.infer<typeof OrderCounts>> {
  const parts = ORDER_FILTERS.map(
    filter => sql`
      select ${filter} as filter, count(*)::int as n from (
        select from customer_order o where ${standingCondition(filter)} limit ${COUNTED}) as counted`,
  )
  const { rows } = await sql<{ filter: (typeof ORDER_FILTERS)[number]; n: number }>`
    ${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return {
    counts: Object.fromEntries(rows.map(({ filter, n }) => [filter, n])) as Record<
      (typeof ORDER_FILTERS)[number],
      number
    >,
    limit: COUNTED,
  }
}
