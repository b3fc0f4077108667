import { type RawBuilder, sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { RefundStatus, SpentCredits } from '../contract.ts'
import type { RefundedParts } from '../rules.ts'

/** A stored refund. `lines` is empty for a refund made at the provider. */
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
  createdAt: Date
  parts: RefundedParts
  lines: { position: number; quantity: number; netCents: Cents; restocked: boolean }[]
}

/** Refunds with their lines, oldest first. @param condition on `refund r`. */
async function selectRefunds(ctx: DataContext, condition: RawBuilder<unknown>): Promise<StoredRefund[]> {
  const { rows } = await sql<StoredRefund>`
    select r.id, r.order_id as "orderId", r.status, r.attempt, r.provider_id as "providerId", r.origin, r.reason,
      r.actor_id as "actorId", r.spent_credits as "spentCredits", r.credits_taken as "creditsTaken",
      r.entries_removed as "entriesRemoved", r.created_at as "createdAt",
      json_build_object('subtotal', r.subtotal_cents, 'discount', r.discount_cents, 'feeClient', r.fee_client_cents,
        'feePlatform', r.fee_platform_cents, 'shipping', r.shipping_cents, 'tax', r.tax_cents,
        'amount', r.amount_cents) as parts,
      coalesce((select json_agg(json_build_object('position', l.position, 'quantity', l.quantity, 'netCents', l.net_cents,
        'restocked', l.restocked) order by l.position) from refund_line l where l.refund_id = r.id), '[]') as lines
    from refund r where ${condition} order by r.created_at, r.id`.execute(ctx.db)
  return rows
}

/** The refunds of an order, oldest first. */
export const refundsOf = (ctx: DataContext, orderId: string): Promise<StoredRefund[]> =>
  selectRefunds(ctx, sql`r.order_id = ${orderId}`)

/** One refund; undefined for an unknown id. */
export const refundOf = async (ctx: DataContext, refundId: string): Promise<StoredRefund | undefined> =>
  (await selectRefunds(ctx, sql`r.id = ${refundId}`))[0]
