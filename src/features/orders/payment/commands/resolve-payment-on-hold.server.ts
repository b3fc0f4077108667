import { sql } from 'kysely'
import { z } from 'zod'
import { lockCodes } from '#features/codes/commands/code-uses.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { requireAlso } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { type Checkout, PaymentError } from '#kernel/ports/payments.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { Refusal, refusals } from '#platform/errors.ts'
import { moveOrder } from '../../order/commands/move-order.server.ts'
import { addEvent } from '../../order/commands/order-events.server.ts'
import { MOVE_ERRORS, ORDER_ERRORS, referenceOf } from '../../order/contract.ts'
import { REFUND_PAYMENT_ON_HOLD } from '../../order/job-types.server.ts'
import { lockOrder } from '../../order/money/stored-refunds.server.ts'
import { cancelledEmail, notifyBuyer } from '../../order/order-emails.server.ts'
import { moneyTakesTwo } from '../../order/queries/money-takes-two.server.ts'
import { requireOthersOrder } from '../../order/queries/others-order.server.ts'
import { ON_HOLD } from '../../order/standing.ts'
import { findStoredOrder, type KnownOrder, readKnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { atProvider } from '../at-provider.server.ts'
import type { PaymentOnHoldBody } from '../contract.ts'
import { paymentsOf } from '../payments-of.server.ts'
import { cancelOrderOnHold, releaseOrderOnHold } from './close-order.server.ts'
import { settleOrder } from './settle.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MOVE_ERRORS })

/** A payment held for checking that goes back whole, from the threshold on. */
export const PROPOSE_REFUND_ON_HOLD = defineProposalKind({
  name: 'refund_reviewed_payment',
  title: 'Pay back the payment on hold and cancel the order',
  input: z.strictObject({ paymentIntentId: z.string() }),
  rights: ['orders.refund'],
  voidAfter: ['order_not_found', 'not_in_review', 'order_disputed'],
  async execute(tx, { subject, input, reason }) {
    const order = await lockOrder(tx, subject.id)
    await requireOthersOrder(tx, order)
    await decideToRefund(tx, order, input.paymentIntentId, `The payment goes back: ${reason}`)
    // The provider is asked after the commit.
    await enqueue(tx, REFUND_PAYMENT_ON_HOLD, { orderId: order.id, reason })
    tx.onCommit(ctx => tellOfOrder(ctx, order))
  },
})

/**
 * Decides about a payment that is held for checking because it disagreed with its order. Accepted: settled as if the payment were right, with credits, stock and
 * receipt. Refunded: the whole payment goes back, and the order is cancelled without having been paid; from the threshold on, a proposal.
 * @returns the proposal; null when the decision is carried out.
 * @throws already_proposed; order_not_found, own_order, Unauthorized, not_in_review, order_disputed; payment_unclear when there is no payment, or one that names another order;
 * provider_away.
 */
export async function resolvePaymentOnHold(
  ctx: Context,
  id: string,
  { decision, reason }: PaymentOnHoldBody,
): Promise<Proposed | null> {
  const order = await readKnownOrder(ctx, id)
  await requireOthersOrder(ctx, order)
  if (order.status !== ON_HOLD) throw refuse('not_in_review')
  if (order.disputeBlock) throw refuse('order_disputed')
  // The payment disagrees, so the credits of an accepted order are granted.
  if (decision === 'accept' && order.lines.some(({ entries }) => entries > 0)) requireAlso(ctx, 'credits.change')
  const proposed = decision === 'accept' ? await accept(ctx, order, reason) : await refund(ctx, order, reason)
  tellOfOrder(ctx, order)
  return proposed
}

async function accept(ctx: Context, order: KnownOrder, reason: string): Promise<null> {
  await readHeldPayment(ctx, order)
  const status = await atProvider(() => settleOrder(ctx, order, { isAccepted: true }))
  if (status !== 'paid') throw refuse('payment_unclear')
  await addEvent(ctx, order.id, { kind: 'note', note: `Accepted as paid: ${reason}` })
  return null
}

/**
 * Stores the decision, refunds the payment, then updates the order. If the process dies in between, the order stays held for checking and cannot
 * be accepted any more. A second try under the same key refunds nothing twice.
 */
async function refund(ctx: Context, order: KnownOrder, reason: string): Promise<Proposed | null> {
  const checkout = await readHeldPayment(ctx, order)
  const proposed = await transact(ctx, tx => proposeRefund(tx, order.id, checkout, reason))
  if (proposed) return proposed
  await transact(ctx, tx => decideToRefund(tx, order, paymentOf(checkout)))
  await payBackAndCancel(ctx, order, checkout, reason)
  return null
}

/** @throws not_in_review, already_proposed. */
async function proposeRefund(
  tx: TransactionContext,
  id: string,
  checkout: Checkout,
  reason: string,
): Promise<Proposed | null> {
  const order = await lockOrder(tx, id)
  if (order.status !== ON_HOLD) throw refuse('not_in_review')
  if (!(await moneyTakesTwo(tx, id, checkout.amountCents))) return null
  return propose(tx, PROPOSE_REFUND_ON_HOLD, {
    subject: { type: 'order', id, label: referenceOf(order) },
    people: [order.userId],
    input: { paymentIntentId: paymentOf(checkout) },
    facts: [
      { label: 'Goes back', value: formatMoney(checkout.amountCents) },
      { label: 'Order', value: formatMoney(order.price.total) },
    ],
    reason,
  })
}

/** Carries out what two persons decided. A bank that took the payment back in between decides about it. */
export async function refundPaymentOnHold(ctx: Context, orderId: string, reason: string): Promise<void> {
  const order = await findStoredOrder(ctx, orderId)
  if (order?.status !== ON_HOLD) return
  try {
    await payBackAndCancel(ctx, order, await readHeldPayment(ctx, order), reason)
  } catch (error) {
    const isMoved = error instanceof Refusal && ['order_disputed', 'not_in_review'].includes(error.code)
    if (!isMoved) throw error
    ctx.log.warn({ err: error, orderId }, 'the held payment was decided otherwise')
  }
  tellOfOrder(ctx, order)
}

async function payBackAndCancel(ctx: Context, order: KnownOrder, checkout: Checkout, reason: string): Promise<void> {
  await atProvider(() => payAllBack(ctx, order, checkout))
  await transact(ctx, async tx => {
    await lockCodes(tx, order.id)
    const { amountCents, paymentIntentId } = checkout
    const cancelled = await cancelOrderOnHold(tx, order, { paymentIntentId, note: reason })
    if (!cancelled) throw refuse('not_in_review')
    await addEvent(tx, order.id, { kind: 'refunded', detail: { amountCents }, note: reason })
    await notifyBuyer(tx, order, cancelledEmail(tx, { order, backCents: amountCents }))
    await releaseOrderOnHold(tx, order, cancelled)
  })
}

/** The held payment. @throws payment_unclear when there is none, or when it names another order. */
async function readHeldPayment(ctx: Context, order: KnownOrder): Promise<Checkout> {
  const { sessionId } = order
  if (!sessionId) throw refuse('payment_unclear')
  const checkout = await atProvider(() => paymentsOf(ctx, order).readCheckout(sessionId))
  if (checkout.paymentStatus !== 'paid' || checkout.orderId !== order.id) throw refuse('payment_unclear')
  return checkout
}

/** @throws payment_unclear */
function paymentOf({ paymentIntentId }: Checkout): string {
  if (!paymentIntentId) throw refuse('payment_unclear')
  return paymentIntentId
}

/** Stores the payment's id on the order, so that `claimPaid` never settles it: the provider still reports the page as paid. */
async function decideToRefund(
  tx: TransactionContext,
  { id }: KnownOrder,
  paymentIntentId: string,
  note?: string,
): Promise<void> {
  const set = sql`payment_intent_id = ${paymentIntentId}`
  const { after } = await moveOrder(tx, id, 'decide_to_pay_back', { set, ...(note && { note }) })
  if (!after) throw refuse('not_in_review')
}

/** Refunds all that is left of the payment: staff may have refunded a part or all of it in the provider's dashboard. */
async function payAllBack(ctx: Context, order: KnownOrder, checkout: Checkout): Promise<void> {
  try {
    await paymentsOf(ctx, order).refund({
      paymentIntentId: paymentOf(checkout),
      idempotencyKey: `review:${order.id}:rest`,
    })
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.code === 'charge_disputed') throw refuse('order_disputed')
    // Nothing is left: refunded by hand, or by our own call more than a day ago.
    if (error.code !== 'charge_already_refunded') throw error
    ctx.log.warn({ err: error, orderId: order.id }, 'the held money had been paid back')
  }
}
