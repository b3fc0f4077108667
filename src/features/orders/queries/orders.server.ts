import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '#adapters/context.ts'
import { actorOf } from '#adapters/http/api.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { type Cents, toDollars } from '#platform/money.ts'
import type { Tier } from '#platform/tiers.ts'
import { ORDER_ERRORS, type Order, type OrderList, type PageQuery, type PurchaseList } from '../contract.ts'
import { lineName } from '../line-name.ts'
import { after, nextCursorOf } from '#platform/db/keyset.server.ts'
import { entriesOf } from '../rules.ts'
import { referenceOf, type StoredOrder, selectOrders, storedOrder } from '../stored-order.server.ts'
import { lineShown, priceShown } from './quote.server.ts'

const refuse = refusals(ORDER_ERRORS)

type Page = z.infer<typeof PageQuery>

const headOf = (order: StoredOrder) => ({
  id: order.id,
  reference: referenceOf(order),
  status: order.status,
  date: order.createdAt.toISOString(),
  total: toDollars(order.price.total),
})

/** The caller's orders, newest first, page by page. */
export async function listOrders(ctx: Context, page: Page): Promise<z.infer<typeof OrderList>> {
  const { userId } = actorOf(ctx)
  const orders = await selectOrders(
    ctx,
    sql`o.user_id = ${userId} and ${after(page.cursor, sql`(o.created_at, o.id)`)}
      order by o.created_at desc, o.id desc limit ${page.limit + 1}`,
  )
  const shown = orders.slice(0, page.limit)
  return {
    orders: shown.map(order => ({
      ...headOf(order),
      pieces: order.lines.reduce((sum, line) => sum + line.quantity, 0),
      names: order.lines.map(lineName),
    })),
    nextCursor: nextCursorOf(orders, page.limit, order => ({ at: order.createdAt, id: order.id })),
  }
}

/**
 * One order with its time line, for its owner and for staff.
 * @throws order_not_found; Unauthorized for somebody else's.
 */
export async function orderOf(ctx: Context, id: string): Promise<Order> {
  const { userId, isAdmin } = actorOf(ctx)
  const order = await storedOrder(ctx, id)
  if (!order) throw refuse('order_not_found')
  if (order.userId !== userId && !isAdmin) throw refuseAny('Unauthorized')
  const events = await ctx.db
    .selectFrom('order_event')
    .select(['kind', 'at'])
    .where('order_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return {
    ...headOf(order),
    ...priceShown(order.price),
    mode: order.mode,
    interval: order.interval,
    email: order.email,
    shipTo: order.shipTo,
    paymentMethod: order.paymentMethod,
    lines: order.lines.map(line => ({ ...lineShown(line), backordered: line.backordered })),
    entries: entriesOf(order.lines),
    events: events.map(event => ({ kind: event.kind as Order['events'][number]['kind'], at: event.at.toISOString() })),
  }
}

/** Finds the caller's order by its payment page. @throws order_not_found; Unauthorized for somebody else's. */
export async function orderOfSession(ctx: Context, sessionId: string): Promise<StoredOrder> {
  const [order] = await selectOrders(ctx, sql`o.session_id = ${sessionId}`)
  if (!order) throw refuse('order_not_found')
  if (order.userId !== actorOf(ctx).userId) throw refuseAny('Unauthorized')
  return order
}

type PurchaseRow = {
  order_id: string
  position: number
  product_id: string
  name: string
  options: Record<string, string>
  quantity: number
  unit_cents: Cents
  list_cents: Cents
  entries: number
  tier: Tier
  created_at: Date
  paid_at: Date
  payment_method: string
}

/** What the caller has paid for, newest first, one record a line. Pages end between orders, so `limit` counts orders. */
export async function listPurchases(ctx: Context, page: Page): Promise<z.infer<typeof PurchaseList>> {
  const { userId } = actorOf(ctx)
  const [{ rows }, total] = await Promise.all([purchasesAfter(ctx, userId, page), purchaseCountOf(ctx, userId)])
  const orders = [...new Map(rows.map(row => [row.order_id, row])).values()]
  const shown = new Set(orders.slice(0, page.limit).map(row => row.order_id))
  return {
    purchases: rows.filter(row => shown.has(row.order_id)).map(purchaseOf),
    total,
    nextCursor: nextCursorOf(orders, page.limit, row => ({ at: row.created_at, id: row.order_id })),
  }
}

const purchasesAfter = (ctx: Context, userId: string, page: Page) =>
  sql<PurchaseRow>`
    select o.id as order_id, o.created_at, o.paid_at, o.payment_method, l.position, l.product_id, l.name, l.options, l.quantity,
      l.unit_cents, l.list_cents, l.entries, l.tier
    from (
      select o.* from customer_order o
      where o.user_id = ${userId} and o.status = 'paid' and ${after(page.cursor, sql`(o.created_at, o.id)`)}
      order by o.created_at desc, o.id desc limit ${page.limit + 1}
    ) o join order_line l on l.order_id = o.id
    order by o.created_at desc, o.id desc, l.position`.execute(ctx.db)

async function purchaseCountOf(ctx: Context, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) n from customer_order o join order_line l on l.order_id = o.id
    where o.user_id = ${userId} and o.status = 'paid'`.execute(ctx.db)
  return rows[0]!.n
}

function purchaseOf(row: PurchaseRow) {
  const price = toDollars(row.unit_cents)
  const total = toDollars(row.unit_cents * row.quantity)
  const name = lineName(row)
  const id = `${row.order_id}-${row.position}`
  return {
    id,
    purchaseId: id,
    orderId: row.order_id,
    productId: row.product_id,
    productName: row.name,
    name,
    quantity: row.quantity,
    price,
    originalPrice: toDollars(row.list_cents),
    salesPrice: row.unit_cents < row.list_cents ? price : null,
    total,
    amount: total,
    entries: row.entries * row.quantity,
    tier: row.tier,
    date: row.paid_at.toISOString(),
    created: Math.floor(+row.paid_at / 1000),
    paymentMethod: row.payment_method,
  }
}
