import { refundOrder } from '#features/orders/refunds/commands/refund-order.server.ts'
import type { Context } from '#kernel/context.ts'
import { Refusal } from '#platform/errors.ts'
import type { MembershipPorts } from '../../ports.ts'

/**
 * Refunds the order of a membership whose buyer was a member already or has deleted the account. A repeated call makes one refund.
 * @throws not_refundable while the order is not settled; the job is tried again.
 */
export async function refundSecond(ctx: Context, { refunds }: MembershipPorts, orderId: string): Promise<void> {
  try {
    await refundOrder(ctx, refunds, orderId, {
      reason: 'A second membership, ended at once',
      spentCredits: 'balance',
      restock: false,
    })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'nothing_to_refund')) throw error
  }
}
