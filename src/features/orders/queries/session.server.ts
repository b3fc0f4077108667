import type { Context } from '#adapters/context.ts'
import type { Checkout } from '#adapters/payments/port.ts'
import { paymentsOf } from '../payments-of.server.ts'

/**
 * A session as whoever opened it tells of it now: the payment provider, unless an order of ours says that it was the second gateway.
 * @throws PaymentError, `not_found` for one that nobody knows.
 */
export async function readSession(ctx: Context, sessionId: string): Promise<Checkout> {
  const ofGateway = await ctx.db
    .selectFrom('customer_order')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('payment_method', '=', 'gateway')
    .executeTakeFirst()
  return paymentsOf(ctx, { paymentMethod: ofGateway ? 'gateway' : 'stripe' }).readCheckout(sessionId)
}
