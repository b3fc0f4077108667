import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../contract.ts'
import { storedOrder } from '../../history/stored-order.server.ts'
import { openPayment } from './open-payment.server.ts'

const refuse = refusals(ORDER_ERRORS)

/**
 * Reopens the payment page of an order while the page is open. The order's id is the idempotency key, so the provider returns the first
 * page and never a second one.
 * @throws order_not_found, Unauthorized for another user's order, order_closed when it is paid, closed or expired.
 */
export async function resumePayment(ctx: Context, userId: string, orderId: string): Promise<{ url: string }> {
  const order = await storedOrder(ctx, orderId)
  if (!order) throw refuse('order_not_found')
  if (order.userId !== userId) throw refuseAny('Unauthorized')
  if (order.status !== 'pending' || order.expiresAt <= ctx.now()) throw refuse('order_closed')
  try {
    const { url } = await openPayment(ctx, order)
    return { url }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.error({ err: error, orderId, kind: error.kind }, 'payment page not opened again')
    throw refuse('checkout_not_started')
  }
}
