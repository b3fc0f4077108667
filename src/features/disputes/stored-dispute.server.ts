import { type RawBuilder, sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { DisputeStatus, Effect } from './rules.ts'

/** Credits of one tier: owed = frozen + flagged + missing; `taken` for a lost dispute. */
export type DisputeCredits = { tier: Tier; owed: number; frozen: number; flagged: number; taken: number }

export type StoredDispute = {
  id: string
  providerId: string
  orderId: string | null
  invoiceId: string | null
  paymentIntentId: string | null
  amountCents: Cents
  currency: string
  reason: string
  status: DisputeStatus
  isInquiry: boolean
  dueBy: Date | null
  submissionCount: number
  openedAt: Date
  closedAt: Date | null
  version: number
  effect: Effect
  round: number
  answeredBy: string | null
  answeredAt: Date | null
  /** When staff decided to accept it, before the provider was told. */
  acceptedAt: Date | null
  credits: DisputeCredits[]
  /** Money at the provider: taken by the bank, less returned money; and the provider's fees. */
  takenCents: Cents
  feeCents: Cents
}

/** @param condition on `dispute d`. */
export async function selectDisputes(ctx: DataContext, condition: RawBuilder<unknown>): Promise<StoredDispute[]> {
  const { rows } = await sql<StoredDispute>`
    select d.id, d.provider_id as "providerId", d.order_id as "orderId", d.invoice_id as "invoiceId",
      d.payment_intent_id as "paymentIntentId", d.amount_cents as "amountCents", d.currency, d.reason, d.status,
      d.is_inquiry as "isInquiry", d.due_by as "dueBy", d.submission_count as "submissionCount",
      d.opened_at as "openedAt", d.closed_at as "closedAt", d.version, d.effect, d.round,
      d.answered_by as "answeredBy", d.answered_at as "answeredAt", d.accepted_at as "acceptedAt",
      coalesce((select json_agg(json_build_object('tier', c.tier, 'owed', c.owed, 'frozen', c.frozen, 'flagged', c.flagged,
        'taken', c.taken) order by c.tier) from dispute_credit c where c.dispute_id = d.id), '[]') as credits,
      coalesce((select -sum(m.amount_cents)::int from dispute_movement m where m.dispute_id = d.id), 0) as "takenCents",
      coalesce((select sum(m.fee_cents)::int from dispute_movement m where m.dispute_id = d.id), 0) as "feeCents"
    from dispute d where ${condition}`.execute(ctx.db)
  return rows
}

export const findStoredDispute = async (ctx: DataContext, providerId: string): Promise<StoredDispute | undefined> =>
  (await selectDisputes(ctx, sql`d.provider_id = ${providerId}`))[0]

export const listDisputesOfOrder = (ctx: DataContext, orderId: string): Promise<StoredDispute[]> =>
  selectDisputes(ctx, sql`d.order_id = ${orderId} order by d.opened_at, d.id`)
