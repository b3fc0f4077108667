import type { Context } from '#kernel/context.ts'
import { tellStaff, tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { lockOrder } from '../queries/refundable-order.server.ts'
import type { SpentCreditsOf } from '../spent-credits.ts'
import { makeRefund, type NewRefund } from './make-refund.server.ts'

/**
 * Refunds an order, whole or by pieces: decided in one transaction, paid by a job. A second caller finds only the rest of the first.
 * @throws order_not_found, not_refundable, nothing_to_refund, beyond_refundable.
 */
export async function refundOrder(
  ctx: Context,
  giveaways: SpentCreditsOf,
  orderId: string,
  input: NewRefund,
): Promise<void> {
  await transact(ctx, async tx => {
    const order = await lockOrder(tx, orderId)
    await makeRefund(tx, giveaways, order, input)
    tx.onCommit(ctx => {
      tellUser(ctx, order.userId, 'orders', 'credits')
      tellStaff(ctx, 'activity')
    })
  })
}
