import { sql } from 'kysely'
import type { z } from 'zod'
import { csvLine } from '#kernel/api/files/csv.server.ts'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { trackingUrlOf } from '#kernel/shipping/parcels/carriers.ts'
import { type Cents, toDollars } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { referenceOf } from '../../../order/contract.ts'
import { lineName } from '../../../order/line-name.ts'
import { entriesOf, unitCentsOf } from '../../../order/money/prices.ts'
import { canPack } from '../../../order/order-actions.ts'
import { piecesToSend } from '../../../order/pieces-to-send.ts'
import { headOf } from '../../../order/queries/order-answer.server.ts'
import { shownState } from '../../../order/standing.ts'
import { type KnownOrder, NEWEST, selectOrders } from '../../../order/stored-order.server.ts'
import {
  COUNTED,
  ORDER_FILTERS,
  type OrderCounts,
  type OrderFilter,
  type StaffOrderFilters,
  type StaffOrderList,
  type StaffOrderQuery,
  type StaffOrderRow,
  sortOf,
} from '../contract.ts'
import { filterCondition, standingCondition } from './find-orders.server.ts'

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
export async function listOrderPage(ctx: Context, query: StaffOrderQuery): Promise<(KnownOrder & Sorted)[]> {
  const order = SORTS[sortOf(query)]
  return selectOrders(
    ctx,
    sql`o.id = any(array(select o.id from customer_order o where ${filterCondition(ctx, query)} and ${order.after(query.cursor)}
      order by ${order.by} limit ${query.limit})) order by ${order.by}`,
    order,
  )
}

export async function listStaffOrders(ctx: Context, query: StaffOrderQuery): Promise<z.infer<typeof StaffOrderList>> {
  const orders = await listOrderPage(ctx, { ...query, limit: query.limit + 1 })
  const { shown, nextCursor } = SORTS[sortOf(query)].page(orders, query.limit)
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
    goods: order.mode === 'payment' ? order.lines.flatMap(goodsOf) : [],
    tiers: TIERS.filter(tier => order.lines.some(line => line.tier === tier)),
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    trackingUrl: trackingUrlOf(order.carrier, order.trackingNumber),
    backordered: sum(line => line.backordered),
    refundFailed,
    canPack: canPack(order),
  }
}

/** Refunded lines are not sent. */
function goodsOf(line: KnownOrder['lines'][number]): StaffOrderRow['goods'] {
  const { now, later } = piecesToSend(line)
  const { sku, name, options, image } = line
  return now + later > 0 ? [{ sku, name, options, image, pieces: now, short: later }] : []
}

/** Order counts by status and filter. Counting stops at `COUNTED`, so the cost is bounded. */
export async function readOrderCounts(ctx: Context): Promise<z.infer<typeof OrderCounts>> {
  const parts = ORDER_FILTERS.map(
    filter => sql`
      select ${filter} as filter, count(*)::int as n from (
        select from customer_order o where ${standingCondition(filter)} limit ${COUNTED}) as counted`,
  )
  const { rows } = await sql<{ filter: OrderFilter; n: number }>`
    ${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return {
    counts: Object.fromEntries(rows.map(({ filter, n }) => [filter, n])) as Record<OrderFilter, number>,
    limit: COUNTED,
  }
}

/** Batch size in orders. The first batch is small, so that the first line is sent at once. */
const FIRST_BATCH = 50
const BATCH = 500

const money = (cents: Cents) => toDollars(cents).toFixed(2)

/** The file's columns with their values. Amounts are in dollars with two decimals. */
const COLUMNS: [string, (order: KnownOrder) => string | number | null][] = [
  ['order', referenceOf],
  ['id', order => order.id],
  ['created', order => order.createdAt.toISOString()],
  ['paid', order => order.paidAt?.toISOString() ?? ''],
  ['status', order => shownState(order.standing)],
  ['payment_status', order => shownState(order.status)],
  ['mode', order => order.mode],
  ['email', order => order.email],
  ['name', order => order.shipTo?.name ?? ''],
  ['address', order => [order.shipTo?.line1, order.shipTo?.line2].filter(Boolean).join(', ')],
  ['city', order => order.shipTo?.city ?? ''],
  ['state', order => order.shipTo?.state ?? ''],
  ['postal_code', order => order.shipTo?.postalCode ?? ''],
  ['country', order => order.shipTo?.country ?? ''],
  ['pieces', order => order.lines.reduce((sum, line) => sum + line.quantity, 0)],
  [
    'items',
    order => order.lines.map(line => `${line.quantity} × ${lineName(line)} @ ${money(unitCentsOf(line))}`).join('; '),
  ],
  ['skus', order => order.lines.map(line => `${line.quantity} × ${line.sku ?? 'unknown'}`).join('; ')],
  ['tiers', order => TIERS.filter(tier => order.lines.some(line => line.tier === tier)).join(' ')],
  ['credits', order => TIERS.reduce((sum, tier) => sum + entriesOf(order.lines)[tier], 0)],
  ['codes', order => order.codes.join(' ')],
  ['subtotal', order => money(order.price.subtotal)],
  ['discount', order => money(order.price.discount)],
  ['fee', order => money(order.price.fee.amount)],
  ['fee_client_share', order => money(order.price.fee.clientShare)],
  ['fee_platform_share', order => money(order.price.fee.platformShare)],
  ['shipping', order => money(order.price.shipping)],
  ['tax', order => money(order.price.tax)],
  ['tax_state', order => order.taxState],
  ['tax_owed_state', order => order.taxOwedState],
  ['tax_borne', order => money(order.taxBorneCents)],
  ['total', order => money(order.price.total)],
  ['refunded', order => money(order.refundedCents)],
  ['payment_method', order => order.paymentMethod],
  ['payment_id', order => order.paymentIntentId ?? order.subscriptionId],
  ['carrier', order => order.carrier],
  ['tracking_number', order => order.trackingNumber],
]

/** The last line of an incomplete file. */
export const BROKEN_OFF = 'The export broke off here. Please download it again.'

/**
 * Streams orders as CSV lines, read in batches. Memory use is constant for any number of orders. An order placed during the export neither
 * shifts nor repeats another. An error in between ends the file with an explanatory line.
 */
export async function* readOrdersCsv(ctx: Context, filters: StaffOrderFilters): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([name]) => name))
  try {
    let cursor: string | undefined
    for (let limit = FIRST_BATCH; ; limit = BATCH) {
      const orders = await listOrderPage(ctx, { ...filters, limit, ...(cursor && { cursor }) })
      for (const order of orders) yield csvLine(COLUMNS.map(([, cellOf]) => cellOf(order)))
      if (orders.length < limit) return
      cursor = SORTS[sortOf(filters)].cursorAfter(orders.at(-1)!)
    }
  } catch (error) {
    ctx.log.error({ err: error }, 'the export of orders broke off')
    yield csvLine([BROKEN_OFF])
  }
}
