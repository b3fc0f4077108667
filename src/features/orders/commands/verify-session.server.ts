import type { z } from 'zod'
import type { Context } from '#adapters/context.ts'
import { PaymentError } from '#adapters/payments/port.ts'
import type { Verification } from '../contract.ts'
import type { PaymentStatus } from '../fulfilment/standing.ts'
import { orderOfSession } from '../queries/orders.server.ts'
import { referenceOf } from '../stored-order.server.ts'
import { settleOrder } from './settle.server.ts'

/** What the result screen tells. Money under review came, so it neither failed nor was cancelled. */
const SHOWN: Record<PaymentStatus, z.infer<typeof Verification>['status']> = {
  pending: 'pending',
  review: 'pending',
  paid: 'paid',
  expired: 'cancelled',
  cancelled: 'cancelled',
  failed: 'failed',
}

/**
 * The shopper is back from the payment page: settles what is paid, and says how the payment stands.
 * @throws order_not_found; Unauthorized for somebody else's session.
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
