import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Sorted } from '#kernel/api/keyset.server.ts'
import { model } from '#kernel/api/openapi/model.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import type { OrderLine } from '#platform/db/tables.ts'
import type { PurchaseQuery } from '../../order/contract.ts'
import { lineName } from '../../order/line-name.ts'
import { ORDER_STATUSES, type OrderStanding, shownState } from '../../order/standing.ts'
import { NEWEST } from '../../order/stored-order.server.ts'

type Page = z.infer<typeof PurchaseQuery>

type PurchaseRow = Sorted &
  Omit<Selectable<OrderLine>, 'options' | 'image' | 'variant_id' | 'backordered' | 'discount_cents'> & {
    options: Record<string, string>
    standing: OrderStanding
    paid_at: Date
    payment_method: string
  }

/** The caller's purchases, newest first, one record per line. Pages end between orders, so `limit` counts orders. */
export async function listPurchases(ctx: Context, page: Page): Promise<z.infer<typeof PurchaseList>> {
  const { userId } = actorOf(ctx)
  const [{ rows }, total] = await Promise.all([purchasesAfter(ctx, userId, page), purchaseCountOf(ctx, userId, page)])
  const orders = [...new Map(rows.map(row => [row.order_id, row])).values()]
  const { shown, nextCursor } = NEWEST.page(orders, page.limit)
  const shownIds = new Set(shown.map(row => row.order_id))
  return {
    purchases: rows.filter(row => shownIds.has(row.order_id)).map(purchaseOf),
    total,
    nextCursor,
  }
}

const purchasesAfter = (ctx: Context, userId: string, page: Page) =>
  sql<PurchaseRow>`
    select o.id as order_id, o."sortKey", o.paid_at, o.payment_method, l.position, l.product_id, l.name, l.options, l.quantity, l.refunded,
      o.standing, l.unit_cents, l.list_cents, l.entries, l.tier
    from (
      select ${NEWEST.sortKey}, id, created_at, paid_at, payment_method, standing from customer_order o
      where o.user_id = ${userId} and ${wanted(page)} and ${NEWEST.after(page.cursor)}
      order by ${NEWEST.by} limit ${page.limit + 1}
    ) o join order_line l on l.order_id = o.id
    order by ${NEWEST.by}, l.position`.execute(ctx.db)

const wanted = ({ orders }: Page) =>
  orders === 'kept' ? sql`o.status = 'paid' and o.standing not in ('cancelled', 'refunded')` : sql`o.status = 'paid'`

async function purchaseCountOf(ctx: Context, userId: string, page: Page): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) n from customer_order o join order_line l on l.order_id = o.id
    where o.user_id = ${userId} and ${wanted(page)}`.execute(ctx.db)
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
    refunded: row.refunded,
    entries: row.entries * row.quantity,
    tier: row.tier,
    status: shownState(row.standing),
    date: row.paid_at.toISOString(),
    created: Math.floor(+row.paid_at / 1000),
    paymentMethod: row.payment_method,
  }
}

/** One purchase record per paid line. Amounts in dollars. */
const PurchaseRecord = model('PurchaseRecord', {
  id: z.string(),
  purchaseId: z.string(),
  orderId: z.string(),
  productId: z.string(),
  productName: z.string(),
  name: z.string(),
  quantity: z.int(),
  /** Dollars paid per piece. */
  price: z.number(),
  originalPrice: z.number(),
  salesPrice: z.number().nullable(),
  /** price × quantity, equal to `amount`. */
  total: z.number(),
  amount: z.number(),
  /** Refunded pieces of the line. */
  refunded: z.int(),
  /** The status of the line's order. */
  status: z.enum(ORDER_STATUSES.map(shownState)),
  /** Total credits of the record. */
  entries: z.int(),
  tier: z.enum(TIERS),
  date: z.iso.datetime(),
  /** The moment in seconds since 1970. */
  created: z.int(),
  paymentMethod: z.string(),
})
export const PurchaseList = z.object({
  purchases: z.array(PurchaseRecord),
  /** Total across all pages. */
  total: z.int(),
  nextCursor: z.string().nullable(),
})
