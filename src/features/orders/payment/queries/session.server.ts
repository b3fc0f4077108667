import { sql } from 'kysely'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Checkout } from '#kernel/ports/payments.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../order/contract.ts'
import { type KnownOrder, selectOrders } from '../../order/stored-order.server.ts'
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

const refuse = refusals(ORDER_ERRORS)

/** Finds the caller's order by its payment page. @throws order_not_found; Unauthorized for another user's order. */
export async function readOrderOfSession(ctx: Context, sessionId: string): Promise<KnownOrder> {
  const [order] = await selectOrders(ctx, sql`o.session_id = ${sessionId}`)
  if (!order) throw refuse('order_not_found')
  if (order.userId !== actorOf(ctx).userId) throw refuseAny('Unauthorized')
  return order
}
