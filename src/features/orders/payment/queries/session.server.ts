import type { Context } from '#kernel/context.ts'
import type { Checkout } from '#kernel/ports/payments.ts'
import { paymentsOf } from '../payments-of.server.ts'

/**
 * Reads a session from its provider: the one stored with its order, else the one that the id names.
 * @throws PaymentError, `not_found` for an unknown session.
 */
export async function readSession(ctx: Context, sessionId: string): Promise<Checkout> {
  const order = await ctx.db
    .selectFrom('customer_order')
    .select('payment_method as paymentMethod')
    .where('session_id', '=', sessionId)
    .where('payment_method', '<>', 'none')
    .executeTakeFirst()
  return order ? paymentsOf(ctx, order).readCheckout(sessionId) : ctx.payments.readCheckout(sessionId)
}
