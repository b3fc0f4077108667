import { sql } from 'kysely'
import { SEND_REFUND } from '#features/orders/order/job-types.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { Refund } from '#kernel/ports/payments.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { type Cents, formatMoney } from '#kernel/values/money.ts'
import { newId } from '#platform/values/ids.server.ts'
import { requireMove } from '../../order/commands/move-order.server.ts'
import { addEvent } from '../../order/commands/order-events.server.ts'
import { partsLess, partsOfAmount } from '../../order/money/refunded-parts.ts'
import {
  columnsOf,
  listRefunds,
  lockOrder,
  readRefundable,
  type StoredRefund,
} from '../../order/money/stored-refunds.server.ts'
import { notifyBuyer, refundedEmail } from '../../order/order-emails.server.ts'
import { type KnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { moveRefund } from './move-refund.server.ts'
import { undoWhatPaidOrdersBegin } from './refund-order.server.ts'
import { keepAnswer, keepLocked, REFUND_STATUS_OF } from './send-refund.server.ts'

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
  if (REFUND_STATUS_OF[answer.status] === 'failed') return false
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
    tx.onCommit(ctx => tellOfOrder(ctx, order))
  })
  return true
}

const idOf = async (ctx: DataContext, condition: ReturnType<typeof sql>): Promise<string | undefined> =>
  (await sql<{ id: string }>`select id from refund where ${condition} order by created_at, id limit 1`.execute(ctx.db))
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
  const status = REFUND_STATUS_OF[answer.status]
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
      ...columnsOf(partsOfAmount(await readRefundable(tx, order), amount)),
      created_at: now,
      notified_at: now,
      succeeded_at: status === 'succeeded' ? now : null,
    })
    .execute()
  const event = { detail: { amountCents: amount }, note: REASON }
  await requireMove(tx, order.id, 'adopt_refund', { cents: amount, event })
  const told = { id, amountCents: amount, lines: [], creditsTaken: {}, entriesRemoved: 0 }
  await notifyBuyer(tx, order, refundedEmail(tx, { order, refund: told }))
  // Staff who refund in the provider's dashboard decide there about the membership, too.
  if (amount === left) await undoWhatPaidOrdersBegin(tx, { ...order, subscriptionId: null })
}

/**
 * Makes room for a provider refund. The provider refunded part of the order by itself, so it refuses our unanswered refunds as more than
 * the rest. Our refunds are reduced to the rest and sent again under their next attempt. Failed refunds are reduced first, then the newest.
 * The caller has locked the order.
 * @param wanted cents. @returns cents by which our refunds were reduced; the order's refunded amount drops by them.
 */
export async function reducePendingRefunds(tx: TransactionContext, order: KnownOrder, wanted: Cents): Promise<Cents> {
  const isFailed = ({ status }: StoredRefund) => Number(status === 'failed')
  const unanswered = (await listRefunds(tx, order.id))
    .filter(({ status, providerId }) => providerId === null && (status === 'requested' || status === 'failed'))
    .toReversed()
    .sort((a, b) => isFailed(b) - isFailed(a))
  let given = 0
  for (const refund of unanswered) {
    const share = Math.min(wanted - given, refund.parts.amount)
    if (share > 0) await reduceRefund(tx, refund, share)
    given += share
  }
  await requireMove(tx, order.id, 'reduce_refunds', { cents: given })
  return given
}

async function reduceRefund(ctx: DataContext, refund: StoredRefund, share: Cents): Promise<void> {
  const rest = partsLess(refund.parts, share)
  const isDone = rest.amount === 0
  const set = { ...columnsOf(rest), attempt: refund.attempt + 1 }
  const moved = await moveRefund(ctx, { id: refund.id }, 'reduce', isDone ? 'succeeded' : 'requested', { set })
  if (!moved) throw new Error(`Refund ${refund.id} was answered while it was reduced.`)
  const whole = formatMoney(refund.parts.amount)
  const note = `The payment provider had paid back ${formatMoney(share)} of the refund of ${whole} on its own.`
  await addEvent(ctx, refund.orderId, { kind: 'note', note })
  if (!isDone) await enqueue(ctx, SEND_REFUND, { refundId: refund.id })
}
