import type { Context } from '#kernel/context.ts'
import type { Checkout } from '#kernel/ports/payments.ts'
import { paymentsOf } from '../payments-of.server.ts'

/**
 * Reads a session from its provider: the second gateway when an order of ours says so, else the main payment provider.
 * @throws PaymentError, `not_found` for an unknown session.
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
