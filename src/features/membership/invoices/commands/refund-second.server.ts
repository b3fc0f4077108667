import { refundOrder } from '#features/orders/refunds/commands/refund-order.server.ts'
import type { SpentCreditsOf } from '#features/orders/refunds/spent-credits.ts'
import type { Context } from '#kernel/context.ts'
import { Refusal } from '#platform/errors.ts'

/**
 * Refunds the order of a membership whose buyer was a member already or has deleted the account. A repeated call makes one refund.
 * @param giveaways the giveaways' part of a refund.
 * @throws not_refundable while the order is not settled; the job is tried again.
 */
export async function refundSecond(ctx: Context, giveaways: SpentCreditsOf, orderId: string): Promise<void> {
  try {
    await refundOrder(ctx, giveaways, orderId, {
      reason: 'A second membership, ended at once',
      spentCredits: 'balance',
      restock: false,
    })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'nothing_to_refund')) throw error
  }
}
