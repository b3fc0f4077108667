import { sql } from 'kysely'
import { namesOf } from '#features/identity/queries.server.ts'
import { orderOf } from '#features/orders/history/queries/orders.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { DISPUTE_ERRORS, type Dispute } from '../contract.ts'
import { isOpen } from '../rules.ts'
import { disputesOf, type StoredDispute, selectDisputes } from '../stored-dispute.server.ts'

const refuse = refusals(DISPUTE_ERRORS)

/** @throws dispute_not_found */
export async function disputeOf(ctx: DataContext, id: string): Promise<StoredDispute> {
  const [dispute] = isUuid(id) ? await selectDisputes(ctx, sql`d.id = ${id}`) : []
  if (!dispute) throw refuse('dispute_not_found')
  return dispute
}

/** The disputes of an order, oldest first. @throws order_not_found */
export async function listDisputes(ctx: Context, orderId: string): Promise<Dispute[]> {
  const order = await orderOf(ctx, orderId)
  return disputesShown(ctx, await disputesOf(ctx, order.id))
}

export async function disputesShown(ctx: Context, disputes: readonly StoredDispute[]): Promise<Dispute[]> {
  const names = await namesOf(
    ctx,
    disputes.flatMap(({ answeredBy }) => answeredBy ?? []),
  )
  return disputes.map(dispute => shown(dispute, names.get(dispute.answeredBy ?? '') ?? null, ctx.now()))
}

const shown = (dispute: StoredDispute, answeredBy: string | null, now: Date): Dispute => ({
  id: dispute.id,
  orderId: dispute.orderId,
  providerId: dispute.providerId,
  amount: toDollars(dispute.amountCents),
  reason: dispute.reason,
  status: dispute.status,
  isInquiry: dispute.isInquiry,
  openedAt: dispute.openedAt.toISOString(),
  dueBy: dispute.dueBy?.toISOString() ?? null,
  closedAt: dispute.closedAt?.toISOString() ?? null,
  answeredAt: dispute.answeredAt?.toISOString() ?? null,
  answeredBy,
  taken: toDollars(dispute.takenCents),
  fees: toDollars(dispute.feeCents),
  credits: dispute.credits.map(({ tier, owed, frozen, flagged, taken }) => {
    return { tier, owed, frozen, flagged, taken, missing: owed - frozen - flagged }
  }),
  actions: actionsOf(dispute, now),
})

const actionsOf = ({ status, dueBy }: StoredDispute, now: Date): Dispute['actions'] => {
  const isAnswerable = status === 'needs_response' && dueBy !== null && dueBy > now
  return [...(isAnswerable ? (['submit'] as const) : []), ...(isOpen(status) ? (['accept'] as const) : [])]
}
