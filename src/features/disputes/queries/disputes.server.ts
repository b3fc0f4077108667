import { sql } from 'kysely'
import { readNames } from '#features/identity/user/queries.server.ts'
import { readOrder } from '#features/orders/order/queries/order-answer.server.ts'
import { isOwnOrderById } from '#features/orders/order/queries/others-order.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { hasRight } from '#kernel/rights.ts'
import { toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { DISPUTE_ERRORS, type Dispute } from '../contract.ts'
import { ANSWER_RIGHT, answerRefusal, DISPUTE_ACTIONS, type DisputeAction } from '../rules.ts'
import { listDisputesOfOrder, type StoredDispute, selectDisputes } from '../stored-dispute.server.ts'

const refuse = refusals(DISPUTE_ERRORS)

/** @throws dispute_not_found */
export async function readDisputeById(ctx: DataContext, id: string): Promise<StoredDispute> {
  const [dispute] = isUuid(id) ? await selectDisputes(ctx, sql`d.id = ${id}`) : []
  if (!dispute) throw refuse('dispute_not_found')
  return dispute
}

/** The disputes of an order, oldest first. @throws order_not_found */
export async function listDisputes(ctx: Context, orderId: string): Promise<Dispute[]> {
  const order = await readOrder(ctx, orderId)
  return listShownDisputes(ctx, await listDisputesOfOrder(ctx, order.id))
}

export async function listShownDisputes(ctx: Context, disputes: readonly StoredDispute[]): Promise<Dispute[]> {
  const names = await readNames(
    ctx,
    disputes.flatMap(({ answeredBy }) => answeredBy ?? []),
  )
  return Promise.all(
    disputes.map(async dispute =>
      shown(dispute, names.get(dispute.answeredBy ?? '') ?? null, await actionsOf(ctx, dispute)),
    ),
  )
}

const shown = (dispute: StoredDispute, answeredBy: string | null, actions: DisputeAction[]): Dispute => ({
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
  actions,
})

/** The answers that the caller can give. */
async function actionsOf(ctx: Context, dispute: StoredDispute): Promise<DisputeAction[]> {
  if (!hasRight(ctx.actor?.role, ANSWER_RIGHT)) return []
  return (await isOwnOrderById(ctx, dispute.orderId))
    ? []
    : DISPUTE_ACTIONS.filter(action => answerRefusal(action, dispute, ctx.now()) === null)
}
