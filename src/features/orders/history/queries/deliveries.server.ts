import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { referenceOf } from '../../order/contract.ts'

/** The first delivery of an `order_line l` of an order `o` had at least one piece that was not refunded before. */
const CAME_WITH_GOODS = sql`l.quantity > (
  select coalesce(sum(b.quantity), 0) from refund_line b join refund r on r.id = b.refund_id
  where b.order_id = o.id and b.position = l.position and r.status <> 'failed' and r.created_at <= (
    select min(e.at) from order_event e where e.order_id = o.id and e.kind = 'delivered'))`

/**
 * Whether a user bought a product, and the first delivered order with it. A refund after the delivery changes nothing, because the user
 * has known the product.
 */
export async function readPurchaseOfProduct(
  ctx: DataContext,
  userId: string,
  productId: string,
): Promise<{ deliveredOrderId: string | null; hasBought: boolean }> {
  const { rows } = await sql<{ id: string; isDelivered: boolean }>`
    select o.id, o.fulfilment = 'delivered' and ${CAME_WITH_GOODS} as "isDelivered"
    from customer_order o join order_line l on l.order_id = o.id
    where o.user_id = ${userId} and o.status = 'paid' and l.product_id = ${productId}
    order by o.created_at, o.id`.execute(ctx.db)
  return { deliveredOrderId: rows.find(row => row.isDelivered)?.id ?? null, hasBought: rows.length > 0 }
}

/** Whether a user has a delivered order of any product. */
export async function hasDelivery(ctx: DataContext, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer_order where user_id = ${userId} and fulfilment = 'delivered' limit 1`.execute(ctx.db)
  return rows.length > 0
}

export type Delivery = {
  orderId: string
  reference: string
  userId: string
  deliveredAt: Date
  /** The products that came, without fully refunded lines. */
  products: { id: string; name: string }[]
}

/** Orders delivered in a period, oldest first. @param after the last delivery of the page before. */
export async function listDeliveries(
  ctx: DataContext,
  { from, to, after, limit }: { from: Date; to: Date; after: Delivery | undefined; limit: number },
): Promise<Delivery[]> {
  const start = after ? sql`(e.at, e.order_id) > (${after.deliveredAt}, ${after.orderId})` : sql`e.at >= ${from}`
  const { rows } = await sql<Omit<Delivery, 'reference'> & { prefix: string; number: number }>`
    select o.id as "orderId", o.prefix, o.number, o.user_id as "userId", e.at as "deliveredAt", coalesce((
      select json_agg(distinct jsonb_build_object('id', l.product_id, 'name', l.name)) from order_line l
      where l.order_id = o.id and l.refunded < l.quantity), '[]') as products
    from order_event e join customer_order o on o.id = e.order_id
    where e.kind = 'delivered' and ${start} and e.at <= ${to}
    order by e.at, e.order_id limit ${limit}`.execute(ctx.db)
  return rows.map(({ prefix, number, ...row }) => ({ ...row, reference: referenceOf({ prefix, number }) }))
}
