import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { addEvent, HAS_GOODS, moveOrder } from '../../order/commands/move-order.server.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '../../order/contract.ts'
import { lockOrder } from '../../order/money/stored-refunds.server.ts'
import { cancelledEmail, notifyBuyer } from '../../order/order-emails.server.ts'
import type { OrdersPorts } from '../../order/ports.ts'
import { requireOthersOrder } from '../../order/queries/others-order.server.ts'
import { getOrder, type KnownOrder, storedOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { atProvider } from '../../payment/at-provider.server.ts'
import { closeOrder, shutPage } from '../../payment/commands/close-order.server.ts'
import { settleOrder } from '../../payment/commands/settle.server.ts'
import type { StaffCancelBody } from '../contract.ts'
import { makeRefund } from './refund-order.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MOVE_ERRORS })

/**
 * Cancels an unsent order. For a pending order the provider closes the page first, so that no payment arrives after the stock was released.
 * For a paid order the rest is refunded and the pieces return to stock. The buyer is told by e-mail.
 * @throws order_not_found; own_order; sent_already; order_moved with `status`; nothing_to_send for a membership, which is refunded instead;
 * payment_open, provider_away.
 */
export async function cancelByStaff(
  ctx: Context,
  ports: OrdersPorts,
  id: string,
  body: StaffCancelBody,
): Promise<void> {
  const order = await getOrder(ctx, id)
  await requireOthersOrder(ctx, order)
  if (['shipped', 'delivered'].includes(order.standing)) throw refuse('sent_already')
  if (order.status === 'pending') await cancelPending(ctx, order, body.reason)
  else await cancelPaid(ctx, ports, order.id, body)
  tellOfOrder(ctx, order, 'credits')
}

async function cancelPending(ctx: Context, order: KnownOrder, reason: string): Promise<void> {
  const isShut = await atProvider(() => shutPage(ctx, order))
  // The order was paid just now or has expired. The new status is stored, and staff decide again.
  const status = isShut ? order.status : await atProvider(() => settleOrder(ctx, order))
  if (!isShut && status === 'pending') throw refuse('payment_open')
  if (!isShut || !(await closeOrder(ctx, order, 'cancelled'))) {
    const now = await storedOrder(ctx, order.id)
    throw refuse('order_moved', { status: now!.standing })
  }
  await transact(ctx, async tx => {
    await addEvent(tx, order.id, { kind: 'note', note: `Cancelled by staff: ${reason}` })
    await notifyBuyer(tx, order, cancelledEmail(tx, { order, backCents: null }))
  })
}

async function cancelPaid(
  ctx: Context,
  ports: OrdersPorts,
  id: string,
  { reason, spentCredits }: StaffCancelBody,
): Promise<void> {
  await transact(ctx, async tx => {
    const order = await lockOrder(tx, id)
    await moveOrder(tx, id, {
      from: ['paid', 'packed'],
      set: sql`cancelled_at = ${tx.now()}`,
      guard: HAS_GOODS,
      event: { kind: 'cancelled', note: reason },
    })
    const refund = await makeRefund(tx, ports, order, { reason, spentCredits, restock: true, isCancelled: true })
    await notifyBuyer(tx, order, cancelledEmail(tx, { order, backCents: refund.amountCents }))
  })
}
