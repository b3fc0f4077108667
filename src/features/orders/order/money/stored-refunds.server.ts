import { type RawBuilder, sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { type KnownOrder, readKnownOrder } from '../stored-order.server.ts'
import type { RefundStatus, SpentCredits } from './contract.ts'
import { unitCentsOf } from './prices.ts'
import { addParts, type RefundableOrder, type RefundedParts } from './refunded-parts.ts'

/** A stored refund. `lines` is empty for a refund made at the provider, and for one of tax alone. */
export type StoredRefund = {
  id: string
  orderId: string
  status: RefundStatus
  attempt: number
  providerId: string | null
  origin: 'staff' | 'provider'
  reason: string
  actorId: string | null
  spentCredits: SpentCredits
  creditsTaken: Partial<Record<Tier, number>>
  entriesRemoved: number
  /** Of tax alone, after the address of the order changed. */
  taxOnly: boolean
  createdAt: Date
  parts: RefundedParts
  lines: { position: number; quantity: number; netCents: Cents; restocked: boolean }[]
}

/** Refunds with their lines, oldest first. @param condition on `refund r`. */
async function selectRefunds(ctx: DataContext, condition: RawBuilder<unknown>): Promise<StoredRefund[]> {
  const { rows } = await sql<StoredRefund>`
    select r.id, r.order_id as "orderId", r.status, r.attempt, r.provider_id as "providerId", r.origin, r.reason,
      r.actor_id as "actorId", r.spent_credits as "spentCredits", r.credits_taken as "creditsTaken",
      r.entries_removed as "entriesRemoved", r.tax_only as "taxOnly", r.created_at as "createdAt",
      json_build_object('subtotal', r.subtotal_cents, 'discount', r.discount_cents, 'feeClient', r.fee_client_cents,
        'feePlatform', r.fee_platform_cents, 'shipping', r.shipping_cents, 'tax', r.tax_cents,
        'amount', r.amount_cents) as parts,
      coalesce((select json_agg(json_build_object('position', l.position, 'quantity', l.quantity, 'netCents', l.net_cents,
        'restocked', l.restocked) order by l.position) from refund_line l where l.refund_id = r.id), '[]') as lines
    from refund r where ${condition} order by r.created_at, r.id`.execute(ctx.db)
  return rows
}

/** The refunds of an order, oldest first. */
export const listRefunds = (ctx: DataContext, orderId: string): Promise<StoredRefund[]> =>
  selectRefunds(ctx, sql`r.order_id = ${orderId}`)

export const findRefund = async (ctx: DataContext, refundId: string): Promise<StoredRefund | undefined> =>
  (await selectRefunds(ctx, sql`r.id = ${refundId}`))[0]

/**
 * Locks the order until the caller's transaction ends, so that no refund, cancellation or shipping runs concurrently. @throws
 * order_not_found
 */
export async function lockOrder(tx: TransactionContext, id: string): Promise<KnownOrder> {
  if (isUuid(id)) await sql`select from customer_order where id = ${id} for update`.execute(tx.db)
  return readKnownOrder(tx, id)
}

/**
 * The inputs of the refund rules: price, lines and earlier refunds of an order. Refunds of tax alone belong to no pieces; they lower the tax
 * of which the pieces have their shares.
 */
export async function readRefundable(ctx: DataContext, order: KnownOrder): Promise<RefundableOrder> {
  const refunds = await listRefunds(ctx, order.id)
  const taxBack = addParts(refunds.filter(({ taxOnly }) => taxOnly).map(({ parts }) => parts)).tax
  const { price } = order
  return {
    price: { ...price, tax: price.tax - taxBack, total: price.total - taxBack },
    lines: order.lines.map(line => ({ ...line, unitCents: unitCentsOf(line) })),
    before: addParts(refunds.filter(({ taxOnly }) => !taxOnly).map(({ parts }) => parts)),
  }
}

/** The parts of a refund as columns of `refund`. */
export const columnsOf = (parts: RefundedParts) => ({
  subtotal_cents: parts.subtotal,
  discount_cents: parts.discount,
  fee_client_cents: parts.feeClient,
  fee_platform_cents: parts.feePlatform,
  shipping_cents: parts.shipping,
  tax_cents: parts.tax,
  amount_cents: parts.amount,
})
