import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import type { Cents } from '#platform/money.ts'
import { isUuid } from '#platform/uuid.ts'
import type { ShipTo } from './contract.ts'
import type { DisputeHold, Fulfilment, OrderStanding, PaymentStatus } from './fulfilment/standing.ts'
import type { Breakdown, PricedLine } from './rules.ts'

/** What was bought, as it was called and priced then. */
export type OrderLine = PricedLine & {
  position: number
  productId: string
  variantId: string
  name: string
  options: Record<string, string>
  image: string | null
  backordered: number
  /** Its share of the order's discount, for all of its pieces. */
  discountCents: Cents
}

export type StoredOrder = {
  id: string
  number: number
  userId: string
  /** Of its payment. */
  status: PaymentStatus
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
  /** By what the tax was reckoned; null for memberships, and the state also when no address was on file. */
  taxState: string | null
  taxRate: number | null
  /** As they were called then. */
  codes: string[]
  lines: OrderLine[]
  createdAt: Date
  expiresAt: Date
}

/** A line and what became of it. */
export type KnownLine = OrderLine & {
  /** Pieces that were paid back. */
  refunded: number
}

/** An order and what came after it was placed. */
export type KnownOrder = Omit<StoredOrder, 'lines'> & {
  lines: KnownLine[]
  standing: OrderStanding
  fulfilment: Fulfilment
  carrier: string | null
  trackingNumber: string | null
  refundedCents: Cents
  paidAt: Date | null
  paymentIntentId: string | null
  subscriptionId: string | null
  /** open: its payment is disputed, and nothing is sent. lost: the bank took all of it back. */
  disputeHold: DisputeHold | null
  /** The payment provider refuses refunds, because of a chargeback. */
  refundsBlocked: boolean
}

type Row = Omit<KnownOrder, 'price'> & {
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
export async function selectOrders(ctx: Context, condition: RawBuilder<unknown>): Promise<KnownOrder[]> {
  const { rows } = await sql<Row>`
    select o.id, o.number, o.user_id as "userId", o.status, o.mode, o.interval, o.email, o.ship_to as "shipTo",
      o.payment_method as "paymentMethod", o.session_id as "sessionId", o.return_to as "returnTo", o.currency,
      o.created_at as "createdAt", o.expires_at as "expiresAt", o.paid_at as "paidAt", o.standing, o.fulfilment, o.carrier, o.dispute_hold as "disputeHold",
      o.refunds_blocked as "refundsBlocked",
      o.tracking_number as "trackingNumber", o.refunded_cents as "refundedCents",
      o.payment_intent_id as "paymentIntentId", o.subscription_id as "subscriptionId", o.tax_state as "taxState",
      o.tax_rate as "taxRate", o.codes, o.subtotal_cents as subtotal, o.discount_cents as discount, o.fee_cents as fee,
      o.fee_client_cents as "feeClient", o.fee_platform_cents as "feePlatform", o.shipping_cents as shipping,
      o.tax_cents as tax, o.total_cents as total,
      (select json_agg(json_build_object('position', l.position, 'productId', l.product_id, 'variantId', l.variant_id,
        'name', l.name, 'options', l.options, 'image', l.image, 'tier', l.tier, 'entries', l.entries,
        'listCents', l.list_cents, 'saleCents', case when l.unit_cents < l.list_cents then l.unit_cents end,
        'quantity', l.quantity, 'backordered', l.backordered, 'discountCents', l.discount_cents,
        'refunded', l.refunded) order by l.position)
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
export async function storedOrder(ctx: Context, id: string): Promise<KnownOrder | undefined> {
  if (!isUuid(id)) return undefined
  const [order] = await selectOrders(ctx, sql`o.id = ${id}`)
  return order
}
