import { type RawBuilder, sql } from 'kysely'
import type { BoughtUnder } from '#features/legal/rules.ts'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { type MyPart, tellStaff, tellUser } from '#kernel/realtime-topics.server.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Day } from '#kernel/values/shop-day.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { ORDER_ERRORS, type ShipTo } from './contract.ts'
import type { Breakdown, PricedLine } from './money/prices.ts'
import type { DisputeBlock, Fulfilment, OrderStanding, PaymentStatus } from './standing.ts'

const refuse = refusals(ORDER_ERRORS)

/** A line with the name and price of the time of purchase. */
export type OrderLine = PricedLine & {
  position: number
  productId: string
  variantId: string
  /** The variant's SKU when the order was placed; null where it is not certain. */
  sku: string | null
  name: string
  options: Record<string, string>
  image: string | null
  backordered: number
  /** The line's share of the order's discount, for all pieces. */
  discountCents: Cents
}

export type StoredOrder = {
  id: string
  /** The shop's prefix when the order was placed, without the hyphen. */
  prefix: string
  number: number
  userId: string
  /** Status of the payment. */
  status: PaymentStatus
  mode: 'payment' | 'subscription'
  interval: 'month' | 'year' | null
  email: string
  shipTo: ShipTo | null
  paymentMethod: string
  sessionId: string | null
  /** The payer at the provider; null where the provider begins one, or knows none. */
  providerCustomerId: string | null
  /** The saved card that pays the order, instead of the payment page. */
  savedCardId: string | null
  /** The page to which the payment page returns. */
  returnTo: 'checkout' | 'dashboard'
  currency: string
  price: Breakdown
  /** Basis of the tax; null for memberships. The state is also null without an address on file. */
  taxState: string | null
  taxRate: number | null
  /** The codes as named at checkout. */
  codes: string[]
  /** The versions of the legal texts that the buyer accepted; null for an order of before they were recorded. */
  acceptedTexts: Record<BoughtUnder, number | null>
  /** The method of shipping as it was called at the checkout; null for the flat amount of the settings. */
  shippingMethod: string | null
  lines: OrderLine[]
  createdAt: Date
  expiresAt: Date
}

/** A line with its later changes. */
export type KnownLine = OrderLine & {
  /** Refunded pieces. */
  refunded: number
}

/** An order with all changes since placement. */
export type KnownOrder = Omit<StoredOrder, 'lines'> & {
  lines: KnownLine[]
  standing: OrderStanding
  fulfilment: Fulfilment
  carrier: string | null
  trackingNumber: string | null
  refundedCents: Cents
  paidAt: Date | null
  /** By when the parcel leaves, as promised; null without a promise. */
  shipBy: Day | null
  paymentIntentId: string | null
  subscriptionId: string | null
  /** open: the payment is disputed, and staff send nothing. lost: the bank took back the whole payment. */
  disputeBlock: DisputeBlock | null
  /** The payment provider refuses refunds because of a chargeback. */
  refundsBlocked: boolean
  /** The buyer asked to cancel, and staff have not decided. */
  cancelAskedAt: Date | null
  /** Basis of the tax by an address that came or changed after the payment, and what the shop pays of it. */
  taxOwedState: string | null
  taxOwedRate: number | null
  taxBorneCents: Cents
}

const BY_ID = keyset(desc('o.id', 'uuid'))
/** Orders by creation, for lists. */
export const NEWEST = keyset(desc('o.created_at', 'timestamptz'), desc('o.id', 'uuid'))

/**
 * Selects orders with their lines in one statement.
 * @param condition on `customer_order o`, optionally with `order by` and `limit`.
 * @param list the order of a list, whose sort key is selected too.
 */
export async function selectOrders(
  ctx: DataContext,
  condition: RawBuilder<unknown>,
  list = BY_ID,
): Promise<(KnownOrder & Sorted)[]> {
  const { rows } = await sql<KnownOrder & Sorted>`
    select ${list.sortKey}, o.id, o.prefix, o.number, o.user_id as "userId", o.status, o.mode, o.interval, o.email, o.ship_to as "shipTo",
      o.payment_method as "paymentMethod", o.session_id as "sessionId",
      o.provider_customer_id as "providerCustomerId", o.saved_card_id as "savedCardId", o.return_to as "returnTo", o.currency,
      o.created_at as "createdAt", o.expires_at as "expiresAt", o.paid_at as "paidAt", o.ship_by::text as "shipBy", o.standing, o.fulfilment, o.carrier, o.dispute_hold as "disputeBlock",
      o.refunds_blocked as "refundsBlocked", o.cancel_asked_at as "cancelAskedAt",
      o.tracking_number as "trackingNumber", o.refunded_cents as "refundedCents",
      o.payment_intent_id as "paymentIntentId", o.subscription_id as "subscriptionId", o.tax_state as "taxState",
      o.tax_rate as "taxRate", o.tax_owed_state as "taxOwedState", o.tax_owed_rate as "taxOwedRate",
      o.tax_borne_cents as "taxBorneCents", o.codes, o.shipping_method as "shippingMethod",
      json_build_object('terms', o.terms_version, 'privacy', o.privacy_version) as "acceptedTexts",
      json_build_object('subtotal', o.subtotal_cents, 'discount', o.discount_cents, 'fee', json_build_object(
        'amount', o.fee_cents, 'clientShare', o.fee_client_cents, 'platformShare', o.fee_platform_cents),
        'shipping', o.shipping_cents, 'tax', o.tax_cents, 'total', o.total_cents) as price,
      (select json_agg(json_build_object('position', l.position, 'productId', l.product_id, 'variantId', l.variant_id,
        'sku', l.sku, 'name', l.name, 'options', l.options, 'image', l.image, 'tier', l.tier, 'entries', l.entries,
        'listCents', l.list_cents, 'saleCents', case when l.unit_cents < l.list_cents then l.unit_cents end,
        'quantity', l.quantity, 'backordered', l.backordered, 'discountCents', l.discount_cents,
        'refunded', l.refunded) order by l.position)
       from order_line l where l.order_id = o.id) as lines
    from customer_order o where ${condition}`.execute(ctx.db)
  return rows
}

/** @returns undefined for an unknown or malformed id. */
export async function findStoredOrder(ctx: DataContext, id: string): Promise<KnownOrder | undefined> {
  if (!isUuid(id)) return undefined
  const [order] = await selectOrders(ctx, sql`o.id = ${id}`)
  return order
}

/** @throws order_not_found for an unknown or malformed id. */
export async function readKnownOrder(ctx: DataContext, id: string): Promise<KnownOrder> {
  const order = await findStoredOrder(ctx, id)
  if (!order) throw refuse('order_not_found')
  return order
}

/** @throws order_not_found; Unauthorized for another user's order. */
export async function ownOrder(ctx: DataContext, userId: string, id: string): Promise<KnownOrder> {
  const order = await readKnownOrder(ctx, id)
  if (order.userId !== userId) throw refuseAny('Unauthorized')
  return order
}

/** Open screens of the buyer and of staff read the order again. @param parts further parts of the buyer's screens. */
export function tellOfOrder(ctx: Context, { userId }: Pick<StoredOrder, 'userId'>, ...parts: MyPart[]): void {
  tellUser(ctx, userId, ...parts, 'orders')
  tellStaff(ctx, 'activity')
}
