import { sql } from 'kysely'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { Refund } from '#kernel/ports/payments.ts'
import { tellStaff, tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { addEvent } from '../../fulfilment/commands/move-order.server.ts'
import { notifyBuyer } from '../../fulfilment/notify-buyer.server.ts'
import { refundedEmail } from '../../fulfilment/order-emails.server.ts'
import type { KnownOrder } from '../../history/stored-order.server.ts'
import { lockOrder, refundableOf } from '../queries/refundable-order.server.ts'
import { partsOfAmount } from '../rules.ts'
import { keepAnswer, keepLocked, STATUS_OF } from './keep-answer.server.ts'
import { columnsOf, undoWhatPaidOrdersBegin } from './make-refund.server.ts'
import { reducePendingRefunds } from './reduce-pending-refunds.server.ts'

const REASON = 'Made at the payment provider.'

/**
 * Reads a refund from the provider by its id and stores its state. A refund made in the provider's dashboard becomes a refund of its order,
 * without pieces. Credits and stock stay unchanged because no staff member decided about them; staff see the refund in the time line.
 * @returns whether the refund belongs to an order of ours.
 * @throws PaymentError when the provider is unreachable.
 */
export async function readProviderRefund(ctx: Context, providerId: string): Promise<boolean> {
  return keepProviderRefund(ctx, await ctx.payments.readRefund(providerId))
}

/** Stores a refund that was just read. */
export async function keepProviderRefund(ctx: Context, answer: Refund): Promise<boolean> {
  const known = await idOf(ctx, sql`provider_id = ${answer.id}`)
  if (known) return keepAnswer(ctx, known, answer)
  // An earlier failed attempt of a refund that was retried: no money moved.
  if (STATUS_OF[answer.status] === 'failed') return false
  const found = await ctx.db
    .selectFrom('customer_order')
    .select('id')
    .where('payment_intent_id', '=', answer.paymentIntentId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  if (!found) return false
  await transact(ctx, async tx => {
    const order = await lockOrder(tx, found.id)
    const ours = await refundItAnswers(tx, order, answer)
    if (ours) await keepLocked(tx, ours, answer)
    else await adopt(tx, order, answer)
    tx.onCommit(ctx => {
      tellUser(ctx, order.userId, 'orders')
      tellStaff(ctx, 'activity')
    })
  })
  return true
}

const idOf = async (ctx: DataContext, condition: ReturnType<typeof sql>): Promise<string | undefined> =>
  (await sql<{ id: string }>`select id from refund where ${condition} order by created_at limit 1`.execute(ctx.db))
    .rows[0]?.id

/**
 * Our refund that this answer belongs to: known by its id by now, or requested with an equal amount and still without an answer. An equal
 * amount refunded by hand counts as this refund.
 */
const refundItAnswers = async (ctx: DataContext, order: KnownOrder, answer: Refund): Promise<string | undefined> =>
  (await idOf(ctx, sql`provider_id = ${answer.id}`)) ??
  (await idOf(
    ctx,
    sql`order_id = ${order.id} and provider_id is null and status in ('requested', 'failed')
      and amount_cents = ${answer.amountCents}`,
  ))

async function adopt(tx: TransactionContext, order: KnownOrder, answer: Refund): Promise<void> {
  const status = STATUS_OF[answer.status]
  const free = order.price.total - order.refundedCents
  const missing = answer.amountCents - free
  const left = free + (missing > 0 ? await reducePendingRefunds(tx, order, missing) : 0)
  if (answer.amountCents > left) {
    tx.log.error({ orderId: order.id, providerId: answer.id, left }, 'the provider paid back more than was left')
  }
  const amount = Math.min(answer.amountCents, left)
  if (amount === 0) return
  const id = newId()
  const now = tx.now()
  await tx.db
    .insertInto('refund')
    .values({
      id,
      order_id: order.id,
      status,
      provider_id: answer.id,
      origin: 'provider',
      reason: REASON,
      spent_credits: 'keep',
      ...columnsOf(partsOfAmount(await refundableOf(tx, order), amount)),
      created_at: now,
      notified_at: now,
      succeeded_at: status === 'succeeded' ? now : null,
    })
    .execute()
  const written =
    await sql`update customer_order set refunded_cents = refunded_cents + ${amount} where id = ${order.id}`.execute(
      tx.db,
    )
  requireOneRow(written, `order ${order.id}`)
  await addEvent(tx, order.id, { kind: 'refunded', detail: { amountCents: amount }, note: REASON })
  const told = { id, amountCents: amount, lines: [], creditsTaken: {}, entriesRemoved: 0 }
  await notifyBuyer(tx, order, refundedEmail(tx, { order, refund: told }))
  // Staff who refund in the provider's dashboard decide there about the membership, too.
  if (amount === left) await undoWhatPaidOrdersBegin(tx, { ...order, subscriptionId: null })
}
