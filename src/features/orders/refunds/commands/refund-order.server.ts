import { type Context, within } from '#adapters/context.ts'
import { tellStaff, tellUser } from '#adapters/realtime-topics.server.ts'
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
  const { userId, afterwards } = await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const order = await lockOrder(inner, orderId)
    return { ...(await makeRefund(inner, giveaways, order, input)), userId: order.userId }
  })
  afterwards()
  tellUser(ctx, userId, 'orders', 'credits')
  tellStaff(ctx, 'activity')
}
