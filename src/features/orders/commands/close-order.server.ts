import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { within } from '#adapters/context.ts'
import { PaymentError } from '#adapters/payments/port.ts'
import { releaseStock } from '#features/catalog/commands/stock.server.ts'
import { lockCodes, releaseCodes } from '#features/codes/commands/end-codes.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { ORDER_ERRORS } from '../contract.ts'
import { paymentsOf } from '../payments-of.server.ts'
import { type StoredOrder, selectOrders, storedOrder } from '../stored-order.server.ts'

const refuse = refusals(ORDER_ERRORS)

/**
 * Ends an order that was not paid, and gives its codes and its stock back; in one transaction, and once.
 * @returns whether it was pending and is closed now.
 */
export async function closeOrder(
  ctx: Context,
  order: StoredOrder,
  as: 'expired' | 'cancelled' | 'failed',
): Promise<boolean> {
  const tags = await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    if (order.codes.length > 0) await lockCodes(inner, order.id)
    const { numAffectedRows } = await sql`
      with closed as (
        update customer_order set status = ${as} where id = ${order.id} and status = 'pending' returning id
      )
      insert into order_event (id, order_id, kind, at) select ${newId()}, id, ${as}, ${ctx.now()} from closed`.execute(
      trx,
    )
    if (numAffectedRows !== 1n) return undefined
    if (order.codes.length > 0) await releaseCodes(inner, order.id)
    return releaseStock(inner, order.lines)
  })
  if (tags?.length) ctx.changed(...tags)
  return tags !== undefined
}

/**
 * The shopper came back without paying: the payment page is closed at the provider first, so that it cannot be paid after
 * the stock went back.
 * @throws order_not_found, Unauthorized for somebody else's, order_closed when it is paid or over already.
 */
export async function cancelOrder(ctx: Context, userId: string, orderId: string): Promise<void> {
  const order = await storedOrder(ctx, orderId)
  if (!order) throw refuse('order_not_found')
  if (order.userId !== userId) throw refuseAny('Unauthorized')
  if (order.status === 'cancelled') return
  if (order.status !== 'pending' || !(await shutPage(ctx, order))) throw refuse('order_closed')
  await closeOrder(ctx, order, 'cancelled')
}

/**
 * Closes what this shopper left open of payments for these variants or with these codes, so that their own abandoned checkout
 * does not keep the last piece, or their one use of a code, from them.
 * @returns whether anything came back.
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
  for (const order of open) {
    if (await shutPage(ctx, order)) closed = (await closeOrder(ctx, order, 'cancelled')) || closed
  }
  return closed
}

/**
 * Closes the page at the provider, so that it cannot be paid any more.
 * @returns false when the page is paid, or closed already; or is only being opened. With nothing to pay there is no page.
 */
export async function shutPage(ctx: Context, order: StoredOrder): Promise<boolean> {
  if (order.paymentMethod === 'none') return true
  if (!order.sessionId) return false
  try {
    await paymentsOf(ctx, order).expireCheckout(order.sessionId)
    return true
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'invalid') return false
    throw error
  }
}
