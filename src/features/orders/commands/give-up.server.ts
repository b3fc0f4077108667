import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../contract.ts'
import { atProvider } from '../fulfilment/commands/cancel-by-staff.server.ts'
import { type StoredOrder, selectOrders, storedOrder } from '../stored-order.server.ts'
import { closeOrder, shutPage } from './close-order.server.ts'
import { settleOrder } from './settle.server.ts'

const refuse = refusals(ORDER_ERRORS)

/**
 * The shopper came back without paying: the payment page is closed at the provider first, so that it cannot be paid after
 * the stock went back.
 * @throws order_not_found, Unauthorized for somebody else's, order_closed when it is paid or over already; provider_away.
 */
export async function cancelOrder(ctx: Context, userId: string, orderId: string): Promise<void> {
  const order = await storedOrder(ctx, orderId)
  if (!order) throw refuse('order_not_found')
  if (order.userId !== userId) throw refuseAny('Unauthorized')
  if (order.status === 'cancelled') return
  if (order.status !== 'pending' || !(await atProvider(() => giveUp(ctx, order)))) throw refuse('order_closed')
}

/**
 * Closes what this shopper left open of payments for these variants or with these codes, so that their own abandoned checkout
 * does not keep the last piece, or their one use of a code, from them.
 * @returns whether anything came back. @throws PaymentError when the provider cannot be asked.
 */
export async function closeOwnPending(
  ctx: Context,
  userId: string,
  { variantIds = [], codes = [] }: { variantIds?: readonly string[]; codes?: readonly string[] },
): Promise<boolean> {
  const open = await selectOrders(
    ctx,
    sql`o.user_id = ${userId} and o.status = 'pending' and (o.codes && ${[...codes]}::text[] or exists (
      select from order_line l where l.order_id = o.id and l.variant_id = any(${[...variantIds]}::uuid[])))
      order by o.created_at limit 20`,
  )
  let closed = false
  for (const order of open) closed = (await giveUp(ctx, order)) || closed
  return closed
}

/** @returns whether the order is over, by this or by somebody else; false when it is paid, or its page is only being opened. */
export async function giveUp(ctx: Context, order: StoredOrder): Promise<boolean> {
  if (await shutPage(ctx, order)) {
    await closeOrder(ctx, order, 'cancelled')
    return true
  }
  // Its page is paid; or it is closed, by its time or by a call of which we never heard the answer, and that is noted down now.
  return order.sessionId !== null && ['expired', 'cancelled'].includes(await settleOrder(ctx, order))
}
