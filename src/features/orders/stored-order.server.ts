import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import type { Cents } from '#platform/money.ts'
import { isUuid } from '#platform/uuid.ts'
import type { ORDER_STATUSES, ShipTo } from './contract.ts'
import type { Breakdown, PricedLine } from './rules.ts'

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** What was bought, as it was called and priced then. */
export type OrderLine = PricedLine & {
  position: number
  productId: string
  variantId: string
  name: string
  options: Record<string, string>
  image: string | null
  backordered: number
}

export type StoredOrder = {
  id: string
  number: number
  userId: string
  status: OrderStatus
  mode: 'payment' | 'subscription'
  interval: 'month' | 'year' | null
  email: string
  shipTo: ShipTo | null
  paymentMethod: string
  sessionId: string | null
  /** The page that the payment page leads back to. */
  returnTo: 'checkout' | 'dashboard'
  currency: string
  price: Breakdown
  lines: OrderLine[]
  createdAt: Date
  expiresAt: Date
}

type Row = Omit<StoredOrder, 'price'> & {
  subtotal: Cents
  discount: Cents
  fee: Cents
  feeClient: Cents
  feePlatform: Cents
  shipping: Cents
  tax: Cents
  total: Cents
}

/** What people say on the telephone. */
export const referenceOf = (order: Pick<StoredOrder, 'number'>) => `RD-${order.number}`

/**
 * Orders with their lines, in one statement.
 * @param condition on `customer_order o`, with order and limit if it wants any.
 */
export async function selectOrders(ctx: Context, condition: RawBuilder<unknown>): Promise<StoredOrder[]> {
  const { rows } = await sql<Row>`
    select o.id, o.number, o.user_id as "userId", o.status, o.mode, o.interval, o.email, o.ship_to as "shipTo",
      o.payment_method as "paymentMethod", o.session_id as "sessionId", o.return_to as "returnTo", o.currency, o.created_at as "createdAt",
      o.expires_at as "expiresAt", o.subtotal_cents as subtotal, o.discount_cents as discount, o.fee_cents as fee,
      o.fee_client_cents as "feeClient", o.fee_platform_cents as "feePlatform", o.shipping_cents as shipping,
      o.tax_cents as tax, o.total_cents as total,
      (select json_agg(json_build_object('position', l.position, 'productId', l.product_id, 'variantId', l.variant_id,
        'name', l.name, 'options', l.options, 'image', l.image, 'tier', l.tier, 'entries', l.entries,
        'listCents', l.list_cents, 'saleCents', case when l.unit_cents < l.list_cents then l.unit_cents end,
        'quantity', l.quantity, 'backordered', l.backordered) order by l.position)
       from order_line l where l.order_id = o.id) as lines
    from customer_order o where ${condition}`.execute(ctx.db)
  return rows.map(({ subtotal, discount, fee, feeClient, feePlatform, shipping, tax, total, ...order }) => ({
    ...order,
    price: {
      subtotal,
      discount,
      fee: { amount: fee, clientShare: feeClient, platformShare: feePlatform },
      shipping,
      tax,
      total,
    },
  }))
}

/** @returns undefined for an id that is no order's, or no id at all. */
export async function storedOrder(ctx: Context, id: string): Promise<StoredOrder | undefined> {
  if (!isUuid(id)) return undefined
  const [order] = await selectOrders(ctx, sql`o.id = ${id}`)
  return order
}
