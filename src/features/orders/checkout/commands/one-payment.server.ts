import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../contract.ts'
import { referenceOf, type StoredOrder, selectOrders } from '../../history/stored-order.server.ts'
import { closeOrder, shutPage } from '../../settlement/commands/close-order.server.ts'
import { settleOrder } from '../../settlement/commands/settle.server.ts'

const refuse = refusals(ORDER_ERRORS)

/** Longer than any payment page stays open. */
const OPEN_MINUTES = 60

/**
 * Ensures that one cart is paid once. Of a shopper's open payments for equal items, in two tabs or on two devices, the newest stays and the
 * pages of the others close. Call this when the order has its own page: of two concurrent checkouts, each then sees the other's page or is
 * seen with its own.
 * @returns the order to be paid: the given one, or a newer one of an equal cart.
 * @throws already_paid when one of them is already paid; then no page stays open.
 */
export async function keepOnePayment(ctx: Context, order: StoredOrder): Promise<StoredOrder> {
  const alike = (await openOrders(ctx, order)).filter(other => cartOf(other) === cartOf(order))
  const newest = alike.reduce((last, other) => (other.id > last.id ? other : last), order)
  for (const other of [order, ...alike]) {
    if (other.id === newest.id || (await closed(ctx, other)) !== 'paid') continue
    if (newest.id === order.id) await closed(ctx, order)
    throw refuse('already_paid', { reference: referenceOf(other), orderId: other.id })
  }
  return newest
}

const openOrders = (ctx: Context, { id, userId }: StoredOrder) =>
  selectOrders(
    ctx,
    sql`o.user_id = ${userId} and o.status = 'pending' and o.id <> ${id}
      and o.created_at > ${ctx.now()}::timestamptz - make_interval(mins => ${OPEN_MINUTES})
      order by o.created_at desc limit 20`,
  )

/** The cart's items, independent of their order. */
const cartOf = ({ lines }: StoredOrder) =>
  lines
    .map(({ variantId, quantity }) => `${variantId} ${quantity}`)
    .sort()
    .join()

/** Closes an open payment. When the provider is unreachable the payment stays open: the reconciler retries, and the checkout continues. */
async function closed(ctx: Context, order: StoredOrder): Promise<'closed' | 'paid' | 'open'> {
  try {
    if (!(await shutPage(ctx, order))) return (await settleOrder(ctx, order)) === 'paid' ? 'paid' : 'open'
    await closeOrder(ctx, order, 'cancelled')
    return 'closed'
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    ctx.log.warn({ err: error, orderId: order.id }, 'an older payment page was not closed')
    return 'open'
  }
}
