import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { MOVE_ERRORS } from '../../order/contract.ts'
import { canCancelOwn } from '../../order/order-actions.ts'
import type { OrdersPorts } from '../../order/ports.ts'
import { shownState } from '../../order/standing.ts'
import { ownOrder } from '../../order/stored-order.server.ts'
import type { CancellationPreview } from '../contract.ts'
import { readPreview } from './preview.server.ts'

const refuse = refusals(MOVE_ERRORS)

/**
 * What the cancellation of the caller's own paid order would do now; nothing is changed.
 * @throws order_not_found; Unauthorized for another user's order; order_moved where it cannot be cancelled.
 */
export async function readCancellation(
  ctx: Context,
  ports: OrdersPorts,
  { userId, id }: { userId: string; id: string },
): Promise<CancellationPreview> {
  const order = await ownOrder(ctx, userId, id)
  if (!canCancelOwn(order)) throw refuse('order_moved', { status: shownState(order.standing) })
  const { parts, credits } = await readPreview(ctx, ports, id, { spentCredits: 'entries', restock: true })
  return {
    amount: parts.amount,
    credits: credits.map(({ tier, earned, takenBack, entriesRemoved }) => ({
      tier,
      earned,
      takenBack,
      entriesRemoved,
    })),
    waits: credits.some(({ earned, takenBack }) => takenBack < earned),
  }
}
