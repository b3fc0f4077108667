import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../contract.ts'
import { atProvider } from '../fulfilment/commands/cancel-by-staff.server.ts'
import { type StoredOrder, selectOrders, storedOrder } from '../stored-order.server.ts'
import { closeOrder, shutPage } from './close-order.server.ts'
import { openPayment } from './open-payment.server.ts'
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

/** Opening a page takes 6 s at the provider and 5 s in the database at most. */
const OPENING_MS = 12_000

/**
 * An order whose opening was cut off has a page at the provider that the database does not know. Asked again under the order's
 * key, the provider answers with that page.
 * @returns the order with its session; without one while the page may still be opening.
 */
async function withSession(ctx: Context, order: StoredOrder): Promise<StoredOrder> {
  if (order.sessionId || order.paymentMethod === 'none') return order
  if (+ctx.now() - +order.createdAt < OPENING_MS) return order
  return { ...order, sessionId: (await openPayment(ctx, order)).id }
}

/** @returns whether the order is over, by this or by another call; false when it is paid, or its page is only being opened. */
export async function giveUp(ctx: Context, found: StoredOrder): Promise<boolean> {
  const order = await withSession(ctx, found)
  if (await shutPage(ctx, order)) {
    await closeOrder(ctx, order, 'cancelled')
    return true
  }
  // Its page is paid; or it is closed, by its time or by a call of which we never heard the answer, and that is noted down now.
  return order.sessionId !== null && ['expired', 'cancelled'].includes(await settleOrder(ctx, order))
}
