import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { stepOrder } from '../../order/commands/move-order.server.ts'
import { MOVE_ERRORS } from '../../order/contract.ts'
import { lockOrder } from '../../order/money/stored-refunds.server.ts'
import { isCancelAsked } from '../../order/order-actions.ts'
import { notifyBuyer, orderKeptEmail } from '../../order/order-emails.server.ts'
import { requireOthersOrder } from '../../order/queries/others-order.server.ts'
import { tellOfOrder } from '../../order/stored-order.server.ts'

const refuse = refusals(MOVE_ERRORS)

/**
 * Refuses the buyer's request to cancel: the order is packed and sent as planned. The buyer is told.
 * @throws order_not_found; own_order; not_asked.
 */
export const keepOrder = (ctx: Context, id: string, reason: string): Promise<void> =>
  transact(ctx, async tx => {
    const order = await lockOrder(tx, id)
    await requireOthersOrder(tx, order)
    if (!isCancelAsked(order)) throw refuse('not_asked')
    await stepOrder(tx, order.id, 'keep', { note: `Not cancelled: ${reason}` })
    await notifyBuyer(tx, order, orderKeptEmail(tx, { order, at: tx.now().toISOString() }))
    tx.onCommit(ctx => tellOfOrder(ctx, order))
  })
