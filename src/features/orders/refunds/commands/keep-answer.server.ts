import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import type { Refund } from '#adapters/payments/port.ts'
import { tellStaff, tellUser } from '#adapters/realtime-topics.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { formatMoney } from '#ui/format-money.ts'
import { addEvent } from '../../fulfilment/commands/move-order.server.ts'
import { notifyBuyer } from '../../fulfilment/notify-buyer.server.ts'
import { refundedEmail } from '../../fulfilment/order-emails.server.ts'
import { type KnownOrder, storedOrder } from '../../stored-order.server.ts'
import type { RefundStatus } from '../contract.ts'
import { lockOrder } from '../queries/refundable-order.server.ts'
import { refundOf, type StoredRefund } from '../queries/refunds.server.ts'

/** One that waits for its shopper is under way, one that was called off has failed. */
export const STATUS_OF: Record<Refund['status'], RefundStatus> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/**
 * Notes down what the provider says of a refund, and tells the buyer when it took it and staff when it failed. Noted twice, it
 * is the same.
 * @returns false when the refund stands for another one of the provider already: then this is somebody else's.
 */
export async function keepAnswer(ctx: Context, refundId: string, answer: Refund): Promise<boolean> {
  const order = await ctx.db.transaction().execute(trx => keepLocked(within(ctx, trx), refundId, answer))
  if (!order) return false
  tellUser(ctx, order.userId, 'orders')
  tellStaff(ctx, 'activity')
  return true
}

/** The same in the caller's transaction, which tells no screens. @returns its order; undefined as above. */
export async function keepLocked(ctx: Context, refundId: string, answer: Refund): Promise<KnownOrder | undefined> {
  await sql`select from refund where id = ${refundId} for update`.execute(ctx.db)
  const refund = await refundOf(ctx, refundId)
  if (!refund || (refund.providerId !== null && refund.providerId !== answer.id)) return undefined
  const order = (await storedOrder(ctx, refund.orderId))!
  const status = STATUS_OF[answer.status]
  // What the bank has paid may still come back, but it does not wait again.
  const isChanged = refund.providerId === null || (refund.status !== status && status !== 'pending')
  if (!isChanged) return order
  if (refund.providerId === null) await takeFromAnother(ctx, refund, answer.id)
  const written = await ctx.db
    .updateTable('refund')
    .set({ status, provider_id: answer.id, succeeded_at: status === 'succeeded' ? ctx.now() : null })
    .where('id', '=', refundId)
    .executeTakeFirst()
  requireOneRow(written, `refund ${refundId}`)
  if (status === 'failed') await noteFailure(ctx, refund, answer.failureReason ?? answer.status)
  else await tellOnce(ctx, order, refund)
  return order
}

/**
 * Of two refunds of the same amount the provider's word about one may have been taken for the other's, before its answer was
 * heard. The answer says whose it is; the other waits again, and is asked for under its own key.
 */
async function takeFromAnother(ctx: Context, { id, orderId }: StoredRefund, providerId: string): Promise<void> {
  const other = await ctx.db
    .updateTable('refund')
    .set({ status: 'requested', provider_id: null, succeeded_at: null })
    .where('provider_id', '=', providerId)
    .where('id', '<>', id)
    .where('order_id', '=', orderId)
    .where('origin', '=', 'staff')
    .returning('id')
    .executeTakeFirst()
  if (other) await ctx.jobs.enqueue(ctx.db, 'send-refund', { refundId: other.id })
}

/** The provider refuses a refund outright. @param why in its own words. */
export async function failRefund(ctx: Context, refund: StoredRefund, why: string): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    // Orders before their refunds, as whoever makes room among them.
    await lockOrder(inner, refund.orderId)
    const { numUpdatedRows } = await trx
      .updateTable('refund')
      .set({ status: 'failed' })
      .where('id', '=', refund.id)
      .where('attempt', '=', refund.attempt)
      .where('status', '=', 'requested')
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await noteFailure(inner, refund, why)
  })
  tellStaff(ctx, 'activity')
}

async function noteFailure(ctx: Context, { id, orderId, parts }: StoredRefund, why: string): Promise<void> {
  ctx.log.error({ orderId, refundId: id, why }, 'a refund failed')
  const note = `The refund of ${formatMoney(parts.amount)} failed: ${why.replaceAll('_', ' ')}`
  await addEvent(ctx, orderId, { kind: 'refund_failed', detail: { amountCents: parts.amount }, note })
}

/** However often it fails and is tried again, the buyer is told once that the money comes. */
async function tellOnce(ctx: Context, order: KnownOrder, refund: StoredRefund): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('refund')
    .set({ told_at: ctx.now() })
    .where('id', '=', refund.id)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) {
    await notifyBuyer(ctx, order, refundedEmail(ctx, order, { ...refund, amountCents: refund.parts.amount }))
  }
}
