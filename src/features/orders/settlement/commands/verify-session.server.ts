import type { z } from 'zod'
import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import type { Verification } from '../../contract.ts'
import type { PaymentStatus } from '../../fulfilment/standing.ts'
import { orderOfSession } from '../../history/queries/orders.server.ts'
import { referenceOf } from '../../history/stored-order.server.ts'
import { settleOrder } from './settle.server.ts'

/** Statuses for the result screen. An order under review shows as pending because its payment arrived. */
const SHOWN: Record<PaymentStatus, z.infer<typeof Verification>['status']> = {
  pending: 'pending',
  review: 'pending',
  paid: 'paid',
  expired: 'cancelled',
  cancelled: 'cancelled',
  failed: 'failed',
}

/**
 * Settles a paid session when the shopper returns from the payment page, and returns the payment's status.
 * @throws order_not_found; Unauthorized for another user's session.
 */
export async function verifySession(ctx: Context, sessionId: string): Promise<z.infer<typeof Verification>> {
  const order = await orderOfSession(ctx, sessionId)
  const status = await settleOrder(ctx, order).catch(error => {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.warn({ err: error, orderId: order.id }, 'provider not reached, the payment stays pending')
    return 'pending' as const
  })
  return { status: SHOWN[status], orderId: order.id, reference: referenceOf(order) }
}
