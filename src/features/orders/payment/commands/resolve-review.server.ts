import { lockCodes } from '#features/codes/commands/code-uses.server.ts'
import { requireAlso } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { type Checkout, PaymentError } from '#kernel/ports/payments.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { addEvent } from '../../order/commands/move-order.server.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '../../order/contract.ts'
import { cancelledEmail, notifyBuyer } from '../../order/order-emails.server.ts'
import { requireOthersOrder } from '../../order/queries/others-order.server.ts'
import { getOrder, type KnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { atProvider } from '../at-provider.server.ts'
import type { ReviewBody } from '../contract.ts'
import { paymentsOf } from '../payments-of.server.ts'
import { cancelReviewed } from './close-order.server.ts'
import { settleOrder } from './settle.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MOVE_ERRORS })

/**
 * Ends the review of an order whose payment disagreed with it. Accepted: settled as if the payment were right, with credits, stock and
 * receipt. Refunded: the whole payment goes back, and the order is cancelled without having been paid.
 * @throws order_not_found, own_order, Unauthorized, not_in_review, order_disputed; payment_unclear when there is no payment, or one that names another order;
 * provider_away.
 */
export async function resolveReview(ctx: Context, id: string, { decision, reason }: ReviewBody): Promise<void> {
  const order = await getOrder(ctx, id)
  await requireOthersOrder(ctx, order)
  if (order.status !== 'review') throw refuse('not_in_review')
  if (order.disputeHold) throw refuse('order_disputed')
  // The payment disagrees, so the credits of an accepted order are granted.
  if (decision === 'accept' && order.lines.some(({ entries }) => entries > 0)) requireAlso(ctx, 'credits.change')
  if (decision === 'accept') await accept(ctx, order, reason)
  else await refund(ctx, order, reason)
  tellOfOrder(ctx, order)
}

async function accept(ctx: Context, order: KnownOrder, reason: string): Promise<void> {
  await paymentUnderReview(ctx, order)
  const status = await atProvider(() => settleOrder(ctx, order, { isAccepted: true }))
  if (status !== 'paid') throw refuse('payment_unclear')
  await addEvent(ctx, order.id, { kind: 'note', note: `Accepted as paid: ${reason}` })
}

/**
 * Stores the decision, refunds the payment, then updates the order. If the process dies in between, the order stays under review and cannot
 * be accepted any more. A second try under the same key refunds nothing twice.
 */
async function refund(ctx: Context, order: KnownOrder, reason: string): Promise<void> {
  const checkout = await paymentUnderReview(ctx, order)
  await decideToRefund(ctx, order, checkout)
  await atProvider(() => payAllBack(ctx, order, checkout))
  await transact(ctx, async tx => {
    await lockCodes(tx, order.id)
    const { amountCents, paymentIntentId } = checkout
    const also = async () => {
      await addEvent(tx, order.id, { kind: 'refunded', detail: { amountCents }, note: reason })
      await notifyBuyer(tx, order, cancelledEmail(tx, { order, backCents: amountCents }))
    }
    const isCancelled = await cancelReviewed(tx, order, { paymentIntentId, note: reason, also })
    if (!isCancelled) throw refuse('not_in_review')
  })
}

/** The payment under review. @throws payment_unclear when there is none, or when it names another order. */
async function paymentUnderReview(ctx: Context, order: KnownOrder): Promise<Checkout> {
  const { sessionId } = order
  if (!sessionId) throw refuse('payment_unclear')
  const checkout = await atProvider(() => paymentsOf(ctx, order).readCheckout(sessionId))
  if (checkout.paymentStatus !== 'paid' || checkout.orderId !== order.id) throw refuse('payment_unclear')
  return checkout
}

/** Stores the payment's id on the order, so that `claimPaid` never settles it: the provider still reports the page as paid. */
async function decideToRefund(ctx: Context, { id }: KnownOrder, { paymentIntentId }: Checkout): Promise<void> {
  if (!paymentIntentId) throw refuse('payment_unclear')
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer_order')
    .set({ payment_intent_id: paymentIntentId })
    .where('id', '=', id)
    .where('status', '=', 'review')
    .where('dispute_hold', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse('not_in_review')
}

/** Refunds all that is left of the payment: staff may have refunded a part or all of it in the provider's dashboard. */
async function payAllBack(ctx: Context, order: KnownOrder, { paymentIntentId }: Checkout): Promise<void> {
  if (!paymentIntentId) throw refuse('payment_unclear')
  try {
    await paymentsOf(ctx, order).refund({ paymentIntentId, idempotencyKey: `review:${order.id}:rest` })
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.code === 'charge_disputed') throw refuse('order_disputed')
    // Nothing is left: refunded by hand, or by our own call more than a day ago.
    if (error.code !== 'charge_already_refunded') throw error
    ctx.log.warn({ err: error, orderId: order.id }, 'the money under review had been paid back')
  }
}
