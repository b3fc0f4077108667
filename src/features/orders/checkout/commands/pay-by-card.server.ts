import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { Refusal, refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../order/contract.ts'
import type { StoredOrder } from '../../order/stored-order.server.ts'
import { closeOrder, shutPage } from '../../payment/commands/close-order.server.ts'
import { openPayment } from '../../payment/commands/open-payment.server.ts'
import { settleOrder } from '../../payment/commands/settle.server.ts'
import { paymentsOf } from '../../payment/payments-of.server.ts'
import { SAVED_CARD_ERRORS } from '../../payment/saved-cards/contract.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...SAVED_CARD_ERRORS })

/**
 * Charges the saved card of a stored order, whose payment is prepared and stored, and settles the order. When the bank wants to see the
 * shopper, the order moves to the payment page. Any other error after the charge leaves the order pending, because the card may have been
 * charged: the success screen asks until it is known.
 * @param opened id of the payment, and the address of the success screen.
 * @returns the address to go to.
 * @throws card_declined, with the order closed; order_closed when a newer checkout of the cart closed it.
 */
export async function payByCard(
  ctx: Context,
  order: StoredOrder,
  opened: { id: string; url: string },
): Promise<{ id: string; url: string }> {
  const prepared = { ...order, sessionId: opened.id }
  try {
    if (await charge(ctx, prepared)) return opened
  } catch (error) {
    if (error instanceof Refusal) throw error
    ctx.log.warn({ err: error, orderId: order.id }, 'a charged card is not known as paid, the payment stays pending')
    return opened
  }
  return openPayment(ctx, await leaveCard(ctx, prepared))
}

/** @returns false when the bank asks for the cardholder, so that nothing is charged. */
async function charge(ctx: Context, order: StoredOrder): Promise<boolean> {
  try {
    const answer = await paymentsOf(ctx, order).payByCard(order.sessionId!, { idempotencyKey: `${order.id} pay` })
    if (answer.paymentStatus !== 'paid' && answer.status === 'open') return false
    await settleOrder(ctx, order)
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.kind === 'declined') throw await declined(ctx, order, error.message)
    if (error.kind !== 'invalid' && error.kind !== 'not_found') throw error
    await requirePaid(ctx, order)
  }
  return true
}

/** A declined payment is never charged later. The order is closed first, so that its stock and codes are free at once. */
async function declined(ctx: Context, order: StoredOrder, reason: string) {
  await closeOrder(ctx, order, 'failed')
  await shutPage(ctx, order).catch(error =>
    ctx.log.warn({ err: error, orderId: order.id }, 'a declined payment was not cancelled'),
  )
  return refuse('card_declined', { reason })
}

/**
 * The payment was closed by a newer checkout, or the card was removed just now. The provider says which.
 * @throws saved_card_not_found, order_closed
 */
async function requirePaid(ctx: Context, order: StoredOrder): Promise<void> {
  if ((await settleOrder(ctx, order)) === 'paid') return
  if ((await shutPage(ctx, order)) && (await closeOrder(ctx, order, 'failed'))) throw refuse('saved_card_not_found')
  throw refuse('order_closed')
}

/**
 * Moves an order from its saved card to the payment page. The prepared payment is cancelled first, so that only the page can be paid.
 * @returns the order without card and session. @throws order_closed when it was paid or closed in between.
 */
async function leaveCard(ctx: Context, order: StoredOrder): Promise<StoredOrder> {
  if (!(await shutPage(ctx, order))) throw refuse('order_closed')
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer_order')
    .set({ saved_card_id: null, session_id: null })
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .where('session_id', '=', order.sessionId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw refuse('order_closed')
  return { ...order, savedCardId: null, sessionId: null }
}
