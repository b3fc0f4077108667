import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '../../order/contract.ts'
import { shownState } from '../../order/standing.ts'
import { ownOrder, readKnownOrder, type StoredOrder, selectOrders } from '../../order/stored-order.server.ts'
import { atProvider } from '../at-provider.server.ts'
import { closeOrder, shutPage } from './close-order.server.ts'
import { interruptedSession } from './open-payment.server.ts'
import { settleOrder } from './settle.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MOVE_ERRORS })

/**
 * Cancels a shopper's unpaid order. The provider closes the payment page first, so that no shopper pays for released stock.
 * @throws order_not_found, Unauthorized for another user's order, order_moved when it is paid, order_closed when it is closed or held for
 * checking; provider_away.
 */
export async function cancelOrder(ctx: Context, userId: string, orderId: string): Promise<void> {
  const order = await ownOrder(ctx, userId, orderId)
  if (order.status === 'cancelled') return
  if (order.status === 'pending' && (await atProvider(() => cancelUnpaid(ctx, order)))) return
  const { status, standing } = await readKnownOrder(ctx, order.id)
  throw status === 'paid' ? refuse('order_moved', { status: shownState(standing) }) : refuse('order_closed')
}

/**
 * Cancels a shopper's own unpaid orders for these variants or with these codes, so that an abandoned checkout does not hold the last
 * piece, or the one use of a code, against its own shopper.
 * @returns whether an order was cancelled. @throws PaymentError when the provider does not answer.
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
      order by o.created_at, o.id limit 20`,
  )
  let closed = false
  for (const order of open) closed = (await cancelUnpaid(ctx, order)) || closed
  return closed
}

/** Opening a page takes 6 s at the provider and 5 s in the database at most. */
const OPENING_MS = 12_000

/** @returns true when the order is closed by any call; false when it is paid or its page is still being opened. */
export async function cancelUnpaid(ctx: Context, order: StoredOrder): Promise<boolean> {
  if (order.sessionId || order.paymentMethod === 'none') return cancelAtPage(ctx, order)
  if (+ctx.now() - +order.createdAt < OPENING_MS) return false
  const sessionId = await interruptedSession(ctx, order)
  if (sessionId) return cancelAtPage(ctx, { ...order, sessionId })
  await closeOrder(ctx, order, 'cancelled')
  return true
}

async function cancelAtPage(ctx: Context, order: StoredOrder): Promise<boolean> {
  if (await shutPage(ctx, order)) {
    await closeOrder(ctx, order, 'cancelled')
    return true
  }
  // The page is paid, or closed by its expiry or by a call whose answer was lost. Settling records which.
  return ['expired', 'cancelled'].includes(await settleOrder(ctx, order))
}
