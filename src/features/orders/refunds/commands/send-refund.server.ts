import { sql } from 'kysely'
import { SEND_REFUND } from '#features/orders/order/job-types.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError, type Refund } from '#kernel/ports/payments.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { addEvent } from '../../order/commands/order-events.server.ts'
import type { RefundStatus } from '../../order/money/contract.ts'
import { findRefund, lockOrder, type StoredRefund } from '../../order/money/stored-refunds.server.ts'
import { notifyBuyer, refundedEmail } from '../../order/order-emails.server.ts'
import { findStoredOrder, type KnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { paymentsOf } from '../../payment/payments-of.server.ts'
import { moveRefund } from './move-refund.server.ts'

/**
 * Providers forget idempotency keys after 24 hours. From 20 hours on, an existing refund is searched for before the request is repeated.
 */
const KEY_LASTS_MS = 20 * 3600_000
const PAGES = 10

/**
 * Sends a decided refund to the payment provider. Refund id and attempt form the idempotency key, so a repeat after a timeout returns the
 * first result. A refund that the provider refuses becomes failed, for staff to check.
 * @throws PaymentError when the provider is unreachable; the job is retried.
 */
export async function sendRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await findRefund(ctx, refundId)
  if (refund?.status !== 'requested') return
  const order = (await findStoredOrder(ctx, refund.orderId))!
  try {
    await keepAnswer(ctx, refundId, await askFor(ctx, order, refund))
  } catch (error) {
    const isFinal = error instanceof PaymentError && ['declined', 'invalid', 'not_found'].includes(error.kind)
    if (!isFinal) throw error
    await failRefund(ctx, refund, error.message)
  }
}

async function askFor(ctx: Context, order: KnownOrder, refund: StoredRefund): Promise<Refund> {
  const paymentIntentId = await paymentOf(ctx, order)
  if (!paymentIntentId) throw new PaymentError('not_found', 'The payment of this order is not known.')
  const isOld = +ctx.now() - +refund.createdAt > KEY_LASTS_MS
  const provider = paymentsOf(ctx, order)
  const found = isOld && provider.isWhole ? await lookFor(ctx, provider, { paymentIntentId, refund }) : undefined
  const idempotencyKey = `${refund.id}:${refund.attempt}`
  return found ?? provider.refund({ paymentIntentId, amountCents: refund.parts.amount, idempotencyKey })
}

/** A refund of this payment and amount that the provider has and our books do not know. */
async function lookFor(
  ctx: Context,
  provider: PaymentProvider,
  { paymentIntentId, refund }: { paymentIntentId: string; refund: StoredRefund },
): Promise<Refund | undefined> {
  let after: string | undefined
  for (let page = 0; page < PAGES; page++) {
    const { items, next } = await provider.listRefunds({ since: refund.createdAt, ...(after && { after }) })
    for (const item of items) {
      const fits = item.paymentIntentId === paymentIntentId && item.amountCents === refund.parts.amount
      if (fits && !['failed', 'canceled'].includes(item.status) && !(await isKnown(ctx, item.id))) return item
    }
    if (!next) return undefined
    after = next
  }
  return undefined
}

const isKnown = async (ctx: Context, providerId: string): Promise<boolean> =>
  (await ctx.db.selectFrom('refund').select('id').where('provider_id', '=', providerId).executeTakeFirst()) !==
  undefined

/** Stores the payment that began a membership, so that a refund of that payment is matched to its order. */
export async function notePayment(ctx: Context, orderId: string): Promise<void> {
  const order = await findStoredOrder(ctx, orderId)
  if (order) await paymentOf(ctx, order)
}

/**
 * The provider's payment of an order. For a membership this is the payment of the first invoice. The id is stored, so that later answers of
 * the provider are matched to this order.
 */
async function paymentOf(ctx: Context, order: KnownOrder): Promise<string | null> {
  if (order.paymentIntentId) return order.paymentIntentId
  const found = order.subscriptionId
    ? await firstPaymentOf(ctx, order.subscriptionId)
    : order.sessionId && (await paymentsOf(ctx, order).readCheckout(order.sessionId)).paymentIntentId
  if (!found) return null
  await ctx.db
    .updateTable('customer_order')
    .set({ payment_intent_id: found })
    .where('id', '=', order.id)
    .where('payment_intent_id', 'is', null)
    .execute()
  return found
}

async function firstPaymentOf(ctx: Context, subscriptionId: string): Promise<string | null> {
  let after: string | undefined
  for (let page = 0; page < PAGES; page++) {
    const { items, next } = await ctx.payments.listInvoices({ subscriptionId, ...(after && { after }) })
    const first = items.find(({ reason }) => reason === 'first')
    if (first) return first.paymentIntentId
    if (!next) return null
    after = next
  }
  return null
}

/** A refund that waits for its shopper is pending; a cancelled refund has failed. */
export const REFUND_STATUS_OF: Record<Refund['status'], Exclude<RefundStatus, 'requested'>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/**
 * Stores the provider's answer about a refund. The buyer is told when the provider accepts it, staff when it fails. A repeated answer
 * changes nothing.
 * @returns false when our refund already belongs to another refund of the provider, so that this answer is not about it.
 */
export async function keepAnswer(ctx: Context, refundId: string, answer: Refund): Promise<boolean> {
  return transact(ctx, async tx => {
    const order = await keepLocked(tx, refundId, answer)
    if (!order) return false
    tx.onCommit(ctx => tellOfOrder(ctx, order))
    return true
  })
}

/** Stores the answer without signals to screens. @returns the order; undefined as above. */
export async function keepLocked(
  tx: TransactionContext,
  refundId: string,
  answer: Refund,
): Promise<KnownOrder | undefined> {
  await sql`select from refund where id = ${refundId} for update`.execute(tx.db)
  const refund = await findRefund(tx, refundId)
  if (!refund || (refund.providerId !== null && refund.providerId !== answer.id)) return undefined
  const order = (await findStoredOrder(tx, refund.orderId))!
  const status = REFUND_STATUS_OF[answer.status]
  // A paid refund may still fail at the bank, but never becomes pending again.
  const isChanged = refund.providerId === null || (refund.status !== status && status !== 'pending')
  if (!isChanged) return order
  if (refund.providerId === null) await takeFromAnother(tx, refund, answer.id)
  const moved = await moveRefund(tx, { id: refundId }, 'answer', status, { set: { provider_id: answer.id } })
  if (!moved) throw new Error(`Refund ${refundId} takes no answer.`)
  if (status === 'failed') await noteFailure(tx, refund, answer.failureReason ?? answer.status)
  else await tellOnce(tx, order, refund)
  return order
}

/**
 * Corrects a mix-up: of two refunds with equal amounts, a webhook about one may have been assigned to the other before the answer arrived.
 * The answer names the right one. The other becomes requested again and is sent under its own key.
 */
async function takeFromAnother(ctx: DataContext, { id, orderId }: StoredRefund, providerId: string): Promise<void> {
  const which = { providerId, orderId, besides: id }
  const other = await moveRefund(ctx, which, 'give_back', 'requested', { set: { provider_id: null } })
  if (other) await enqueue(ctx, SEND_REFUND, { refundId: other })
}

/** The provider refuses a refund outright. @param why the provider's message. */
async function failRefund(ctx: Context, refund: StoredRefund, why: string): Promise<void> {
  await transact(ctx, async tx => {
    // Locks the order before its refunds, like `reducePendingRefunds`.
    await lockOrder(tx, refund.orderId)
    const { id, attempt } = refund
    if (await moveRefund(tx, { id }, 'refuse', 'failed', { attempt })) await noteFailure(tx, refund, why)
    tx.onCommit(ctx => tellStaff(ctx, 'activity'))
  })
}

async function noteFailure(ctx: DataContext, { id, orderId, parts }: StoredRefund, why: string): Promise<void> {
  ctx.log.error({ orderId, refundId: id, why }, 'a refund failed')
  const note = `The refund of ${formatMoney(parts.amount)} failed: ${why.replaceAll('_', ' ')}`
  await addEvent(ctx, orderId, { kind: 'refund_failed', detail: { amountCents: parts.amount }, note })
}

/** Tells the buyer once about the refund, however often it fails and is retried. */
async function tellOnce(tx: TransactionContext, order: KnownOrder, refund: StoredRefund): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('refund')
    .set({ notified_at: tx.now() })
    .where('id', '=', refund.id)
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) {
    const told = { ...refund, amountCents: refund.parts.amount }
    await notifyBuyer(tx, order, refundedEmail(tx, { order, refund: told }))
  }
}
