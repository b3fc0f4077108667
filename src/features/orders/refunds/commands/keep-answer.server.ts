import { sql } from 'kysely'
import { SEND_REFUND } from '#features/orders/job-types.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { Refund } from '#kernel/ports/payments.ts'
import { tellStaff, tellUser } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { addEvent } from '../../fulfilment/commands/move-order.server.ts'
import { notifyBuyer } from '../../fulfilment/notify-buyer.server.ts'
import { refundedEmail } from '../../fulfilment/order-emails.server.ts'
import { type KnownOrder, storedOrder } from '../../history/stored-order.server.ts'
import type { RefundStatus } from '../contract.ts'
import { lockOrder } from '../queries/refundable-order.server.ts'
import { refundOf, type StoredRefund } from '../queries/refunds.server.ts'

/** A refund that waits for its shopper is pending; a cancelled refund has failed. */
export const STATUS_OF: Record<Refund['status'], RefundStatus> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/**
 * Stores the provider's answer about a refund. The buyer is told when the provider accepts it, staff when it fails. A repeated answer
 * changes nothing.
 * @returns false when our refund already belongs to another refund of the provider, so that this answer is not about it.
 */
export async function keepAnswer(ctx: Context, refundId: string, answer: Refund): Promise<boolean> {
  return transact(ctx, async tx => {
    const order = await keepLocked(tx, refundId, answer)
    if (!order) return false
    tx.onCommit(ctx => {
      tellUser(ctx, order.userId, 'orders')
      tellStaff(ctx, 'activity')
    })
    return true
  })
}

/** Stores the answer without signals to screens. @returns the order; undefined as above. */
export async function keepLocked(
  tx: TransactionContext,
  refundId: string,
  answer: Refund,
): Promise<KnownOrder | undefined> {
  await sql`select from refund where id = ${refundId} for update`.execute(tx.db)
  const refund = await refundOf(tx, refundId)
  if (!refund || (refund.providerId !== null && refund.providerId !== answer.id)) return undefined
  const order = (await storedOrder(tx, refund.orderId))!
  const status = STATUS_OF[answer.status]
  // A paid refund may still fail at the bank, but never becomes pending again.
  const isChanged = refund.providerId === null || (refund.status !== status && status !== 'pending')
  if (!isChanged) return order
  if (refund.providerId === null) await takeFromAnother(tx, refund, answer.id)
  const written = await tx.db
    .updateTable('refund')
    .set({ status, provider_id: answer.id, succeeded_at: status === 'succeeded' ? tx.now() : null })
    .where('id', '=', refundId)
    .executeTakeFirst()
  requireOneRow(written, `refund ${refundId}`)
  if (status === 'failed') await noteFailure(tx, refund, answer.failureReason ?? answer.status)
  else await tellOnce(tx, order, refund)
  return order
}

/**
 * Corrects a mix-up: of two refunds with equal amounts, a webhook about one may have been assigned to the other before the answer arrived.
 * The answer names the right one. The other becomes requested again and is sent under its own key.
 */
async function takeFromAnother(ctx: DataContext, { id, orderId }: StoredRefund, providerId: string): Promise<void> {
  const other = await ctx.db
    .updateTable('refund')
    .set({ status: 'requested', provider_id: null, succeeded_at: null })
    .where('provider_id', '=', providerId)
    .where('id', '<>', id)
    .where('order_id', '=', orderId)
    .where('origin', '=', 'staff')
    .returning('id')
    .executeTakeFirst()
  if (other) await enqueue(ctx, SEND_REFUND, { refundId: other.id })
}

/** The provider refuses a refund outright. @param why the provider's message. */
export async function failRefund(ctx: Context, refund: StoredRefund, why: string): Promise<void> {
  await transact(ctx, async tx => {
    // Locks the order before its refunds, like `reducePendingRefunds`.
    await lockOrder(tx, refund.orderId)
    const { numUpdatedRows } = await tx.db
      .updateTable('refund')
      .set({ status: 'failed' })
      .where('id', '=', refund.id)
      .where('attempt', '=', refund.attempt)
      .where('status', '=', 'requested')
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await noteFailure(tx, refund, why)
    tx.onCommit(ctx => tellStaff(ctx, 'activity'))
  })
}

async function noteFailure(ctx: DataContext, { id, orderId, parts }: StoredRefund, why: string): Promise<void> {
  ctx.log.error({ orderId, refundId: id, why }, 'a refund failed')
  const note = `The refund of ${formatMoney(parts.amount)} failed: ${why.replaceAll('_', ' ')}`
  await addEvent(ctx, orderId, { kind: 'refund_failed', detail: { amountCents: parts.amount }, note })
}

/** Tells the buyer once about the refund, however often it fails and is retried. */
async function tellOnce(tx: TransactionContext, order: KnownOrder, refund: StoredRefund): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('refund')
    .set({ notified_at: tx.now() })
    .where('id', '=', refund.id)
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) {
    const told = { ...refund, amountCents: refund.parts.amount }
    await notifyBuyer(tx, order, refundedEmail(tx, { order, refund: told }))
  }
}
