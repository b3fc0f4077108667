import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'
import { refusals } from '#platform/errors.ts'
import { stepOrder } from '../../order/commands/move-order.server.ts'
import { MOVE_ERRORS } from '../../order/contract.ts'
import { lockOrder } from '../../order/money/stored-refunds.server.ts'
import { isCancelAsked, startsOwnCancel } from '../../order/order-actions.ts'
import { cancelAskedEmail, cancelledEmail, notifyBuyer } from '../../order/order-emails.server.ts'
import type { OrdersPorts } from '../../order/ports.ts'
import { requireOthersOrder } from '../../order/queries/others-order.server.ts'
import { ON_HOLD, shownState } from '../../order/standing.ts'
import { type KnownOrder, ownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { cancelOrder } from '../../payment/commands/cancel-order.server.ts'
import type { CancelBody } from '../contract.ts'
import { makeRefund, planRefund } from './refund-order.server.ts'

const refuse = refusals(MOVE_ERRORS)

/** `waiting`: staff decide, because credits of the order are in entries that cannot be taken back. */
export type Cancellation = 'cancelled' | 'waiting'

const REASON = 'Cancelled by its buyer.'

/**
 * Cancels the caller's own order, unpaid or paid until it is packed. Of a paid one the rest goes back, the pieces return to stock, and its
 * credits are taken back; as many as the balance lacks come from the newest entries in open giveaways. A second call answers as the first.
 * @param status the state that the page showed.
 * @throws order_not_found; Unauthorized for another user's order; own_order for staff; order_moved with `status`; order_closed;
 * order_disputed, payment_disputed, nothing_to_send; provider_away.
 */
export async function cancelByShopper(
  ctx: Context,
  ports: OrdersPorts,
  { userId, id, status }: CancelBody & { userId: string; id: string },
): Promise<Cancellation> {
  const order = await ownOrder(ctx, userId, id)
  if (order.standing === 'cancelled') return 'cancelled'
  if (status === 'pending') {
    await cancelOrder(ctx, userId, id)
    return 'cancelled'
  }
  await requireOthersOrder(ctx, order)
  if (status !== 'paid') throw refuse('order_moved', { status: shownToBuyer(order) })
  return cancelPaid(ctx, ports, order)
}

const shownToBuyer = ({ standing }: KnownOrder) => (standing === ON_HOLD ? 'pending' : shownState(standing))

/** Rolls the cancellation back: fewer credits could be taken back than the order earned. */
class CreditsMissing extends Error {}

/** A claim that commits while a cancellation looks for entries hides its own from it; the next try finds the entry. */
const TRIES = 3

/** A merge of users and the deletion of an account lock giveaways before orders, so a deadlock is tried again. */
async function cancelPaid(ctx: Context, ports: OrdersPorts, { id }: KnownOrder): Promise<Cancellation> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await retryOnDeadlock(() => transact(ctx, tx => cancelLocked(tx, ports, id)))
    } catch (error) {
      if (!(error instanceof CreditsMissing)) throw error
    }
  }
  return transact(ctx, tx => askLocked(tx, id))
}

/**
 * Locks the order.
 * @returns the answer of an earlier call; undefined where this one decides.
 * @throws order_moved
 */
async function lockPaid(tx: TransactionContext, id: string): Promise<{ order: KnownOrder; earlier?: Cancellation }> {
  const order = await lockOrder(tx, id)
  if (order.standing === 'cancelled') return { order, earlier: 'cancelled' }
  if (isCancelAsked(order)) return { order, earlier: 'waiting' }
  if (!startsOwnCancel(order)) throw refuse('order_moved', { status: shownToBuyer(order) })
  return { order }
}

async function cancelLocked(tx: TransactionContext, ports: OrdersPorts, id: string): Promise<Cancellation> {
  const { order, earlier } = await lockPaid(tx, id)
  if (earlier) return earlier
  await stepOrder(tx, id, 'cancel_own', { event: { note: REASON, isAudited: true } })
  const input = { reason: REASON, spentCredits: 'entries', restock: true, isCancelled: true, isOfBuyer: true } as const
  const planned = await planRefund(tx, order, input)
  const { amountCents, creditsTaken } = await makeRefund(tx, ports, order, input, planned)
  if (!isWhole(planned.earned, creditsTaken)) throw new CreditsMissing()
  await notifyBuyer(tx, order, cancelledEmail(tx, { order, backCents: amountCents }))
  tx.onCommit(ctx => tellOfOrder(ctx, order, 'credits'))
  return 'cancelled'
}

type Counts = Partial<Record<Tier, number>>
const isWhole = (earned: Counts, taken: Counts): boolean =>
  TIERS.every(tier => (taken[tier] ?? 0) >= (earned[tier] ?? 0))

/** The request waits for staff. Until they decide, the order is not packed. */
async function askLocked(tx: TransactionContext, id: string): Promise<Cancellation> {
  const { order, earlier } = await lockPaid(tx, id)
  if (earlier) return earlier
  await stepOrder(tx, id, 'ask_to_cancel', {
    note: 'The buyer asked to cancel. Credits of the order are in entries that stay.',
  })
  await notifyBuyer(tx, order, cancelAskedEmail(tx, { order, at: tx.now().toISOString() }))
  tx.onCommit(ctx => tellOfOrder(ctx, order))
  return 'waiting'
}
