import { z } from 'zod'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { stepOrder } from '../../order/commands/move-order.server.ts'
import { addEvent } from '../../order/commands/order-events.server.ts'
import { MOVE_ERRORS, ORDER_ERRORS, referenceOf } from '../../order/contract.ts'
import { SPENT_CREDITS } from '../../order/money/contract.ts'
import { piecesLeft } from '../../order/money/refunded-parts.ts'
import { lockOrder } from '../../order/money/stored-refunds.server.ts'
import { cancelledEmail, notifyBuyer } from '../../order/order-emails.server.ts'
import type { OrdersPorts } from '../../order/ports.ts'
import { requireOthersOrder } from '../../order/queries/others-order.server.ts'
import { shownState, startsOf } from '../../order/standing.ts'
import { findStoredOrder, type KnownOrder, readKnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { atProvider } from '../../payment/at-provider.server.ts'
import { closeOrder, shutPage } from '../../payment/commands/close-order.server.ts'
import { settleOrder } from '../../payment/commands/settle.server.ts'
import type { StaffCancelBody } from '../contract.ts'
import { MONEY_MOVED, refundFacts, requireAsProposed } from './refund-by-staff.server.ts'
import { makeRefund, planRefund } from './refund-order.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MOVE_ERRORS })

/** A cancellation that gives money back, from the threshold on. */
export const cancelByTwo = (ports: OrdersPorts) =>
  defineProposalKind({
    name: 'cancel_order',
    title: 'Cancel the order and refund it',
    input: z.strictObject({ spentCredits: z.enum(SPENT_CREDITS), cents: z.int() }),
    rights: ['orders.refund'],
    voidAfter: [...MONEY_MOVED, 'order_moved', 'nothing_to_send'],
    execute: (tx, { subject, input: { cents, spentCredits }, reason }) =>
      cancelLocked(tx, ports, { id: subject.id, reason, spentCredits, cents }),
  })

/**
 * Cancels an unsent order. For a pending order the provider closes the page first, so that no payment arrives after the stock was released.
 * For a paid order the rest is refunded and the pieces return to stock. The buyer is told by e-mail.
 * @returns the proposal, where two persons decide about the refund; else null.
 * @throws order_not_found; own_order; already_proposed; sent_already; order_moved with `status`; nothing_to_send for a membership, which is refunded instead;
 * payment_open, provider_away.
 */
export async function cancelByStaff(
  ctx: Context,
  ports: OrdersPorts,
  id: string,
  body: StaffCancelBody,
): Promise<Proposed | null> {
  const order = await readKnownOrder(ctx, id)
  await requireOthersOrder(ctx, order)
  if (['shipped', 'delivered'].includes(order.standing)) throw refuse('sent_already')
  if (order.status !== 'pending') return transact(ctx, tx => cancelLocked(tx, ports, { ...body, id: order.id }))
  await cancelPending(ctx, order, body.reason)
  tellOfOrder(ctx, order, 'credits')
  return null
}

async function cancelPending(ctx: Context, order: KnownOrder, reason: string): Promise<void> {
  const isShut = await atProvider(() => shutPage(ctx, order))
  // The order was paid just now or has expired. The new status is stored, and staff decide again.
  const status = isShut ? order.status : await atProvider(() => settleOrder(ctx, order))
  if (!isShut && status === 'pending') throw refuse('payment_open')
  await transact(ctx, async tx => {
    if (!isShut || !(await closeOrder(tx, order, 'cancelled'))) {
      const now = await findStoredOrder(tx, order.id)
      throw refuse('order_moved', { status: shownState(now!.standing) })
    }
    await addEvent(tx, order.id, { kind: 'note', note: `Cancelled by staff: ${reason}` })
    await notifyBuyer(tx, order, cancelledEmail(tx, { order, backCents: null }))
  })
}

/** `cents`: what the proposal said. */
type Cancelling = StaffCancelBody & { id: string; cents?: number }

async function cancelLocked(tx: TransactionContext, ports: OrdersPorts, wanted: Cancelling): Promise<Proposed | null> {
  const { id, reason, spentCredits, cents } = wanted
  const order = await lockOrder(tx, id)
  // For another order the step below refuses.
  const isMovable =
    startsOf('cancel_paid').includes(order.standing) && order.mode === 'payment' && piecesLeft(order.lines).length > 0
  const planned = isMovable ? await planRefund(tx, order, { spentCredits }) : undefined
  if (planned) requireAsProposed(planned, cents)
  if (planned?.takesTwo)
    return propose(tx, cancelByTwo(ports), {
      subject: { type: 'order', id: order.id, label: referenceOf(order) },
      people: [order.userId],
      input: { spentCredits, cents: planned.parts.amount },
      facts: refundFacts(order, planned, spentCredits),
      reason,
    })
  await stepOrder(tx, id, 'cancel_paid', { event: { note: reason } })
  const asked = { reason, spentCredits, restock: true, isCancelled: true }
  const refund = await makeRefund(tx, ports, order, asked, planned)
  await notifyBuyer(tx, order, cancelledEmail(tx, { order, backCents: refund.amountCents }))
  tx.onCommit(ctx => tellOfOrder(ctx, order, 'credits'))
  return null
}
