import { END_SUBSCRIPTION } from '#features/orders/job-types.server.ts'
import {
  type DisputedOrder,
  holdOrder,
  lockDisputedOrder,
  loseOrder,
  paidBackOf,
} from '#features/orders/settlement/commands/dispute-order.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { tellStaff, tellUser } from '#kernel/realtime-topics.server.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { effectOf, holdOf } from '../rules.ts'
import { disputesOf, type StoredDispute } from '../stored-dispute.server.ts'
import { freezeDisputed, releaseDisputed, takeDisputed } from './disputed-credits.server.ts'
import { type Before, noteStep } from './note-step.server.ts'

/**
 * Applies a dispute to order, credits and entries. The caller has locked order and dispute. A repeat changes nothing. Locks: order,
 * dispute, giveaways, credit accounts, stock.
 */
export async function applyDispute(
  tx: TransactionContext,
  dispute: StoredDispute,
  before: Before,
  subscriptionId: string | null,
): Promise<void> {
  tx.onCommit(ctx => tellStaff(ctx, 'orders', 'activity'))
  if (!dispute.orderId) {
    await noteStep(tx, dispute, null, before)
    // A lost renewal ends its membership, like a refund. Credits of past months stay.
    const isLost = dispute.status === 'lost' && before?.status !== 'lost'
    if (isLost && subscriptionId) await enqueue(tx, END_SUBSCRIPTION, { subscriptionId })
    return
  }
  const order = await lockDisputedOrder(tx, dispute.orderId)
  const disputes = await disputesOf(tx, order.id)
  const heldCents = order.price.total - (await paidBackOf(tx, order.id))
  const { isLost, ...hold } = holdOf(disputes, heldCents)
  await noteStep(tx, dispute, order, before)
  if (order.status === 'paid') await moveCredits(tx, dispute, order)
  const isNewlyLost = isLost && order.disputeHold !== 'lost'
  await holdOrder(tx, order.id, hold)
  if (isNewlyLost && order.status === 'paid') await loseOrder(tx, order)
  tx.onCommit(ctx => tellUser(ctx, order.userId, 'orders', 'credits'))
}

/** Moves one step at a time: before `taken`, credits are frozen by the rule first. */
async function moveCredits(tx: TransactionContext, dispute: StoredDispute, order: DisputedOrder): Promise<void> {
  const wanted = effectOf(dispute, dispute.effect)
  let now = dispute
  while (now.effect !== wanted) now = { ...now, ...(await step(tx, now, order, wanted)) }
}

function step(tx: TransactionContext, dispute: StoredDispute, order: DisputedOrder, wanted: StoredDispute['effect']) {
  if (wanted === 'released') return releaseDisputed(tx, dispute, order)
  if (dispute.effect === 'frozen') return takeDisputed(tx, dispute, order)
  return freezeDisputed(tx, dispute, order)
}
