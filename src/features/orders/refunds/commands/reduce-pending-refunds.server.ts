import { sql } from 'kysely'
import { SEND_REFUND } from '#features/orders/job-types.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { type Cents, formatMoney } from '#kernel/values/money.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { addEvent } from '../../fulfilment/commands/move-order.server.ts'
import type { KnownOrder } from '../../history/stored-order.server.ts'
import { refundsOf, type StoredRefund } from '../queries/refunds.server.ts'
import { partsLess } from '../rules.ts'
import { columnsOf } from './make-refund.server.ts'

/**
 * Makes room for a provider refund. The provider refunded part of the order by itself, so it refuses our unanswered refunds as more than
 * the rest. Our refunds are reduced to the rest and sent again under their next attempt. Failed refunds are reduced first, then the newest.
 * The caller has locked the order.
 * @param wanted cents. @returns cents by which our refunds were reduced; the order's refunded amount drops by them.
 */
export async function reducePendingRefunds(tx: TransactionContext, order: KnownOrder, wanted: Cents): Promise<Cents> {
  const isFailed = ({ status }: StoredRefund) => Number(status === 'failed')
  const unanswered = (await refundsOf(tx, order.id))
    .filter(({ status, providerId }) => providerId === null && (status === 'requested' || status === 'failed'))
    .toReversed()
    .sort((a, b) => isFailed(b) - isFailed(a))
  let given = 0
  for (const refund of unanswered) {
    const share = Math.min(wanted - given, refund.parts.amount)
    if (share > 0) await reduceRefund(tx, refund, share)
    given += share
  }
  const written =
    await sql`update customer_order set refunded_cents = refunded_cents - ${given} where id = ${order.id}`.execute(
      tx.db,
    )
  requireOneRow(written, `order ${order.id}`)
  return given
}

async function reduceRefund(ctx: DataContext, refund: StoredRefund, share: Cents): Promise<void> {
  const rest = partsLess(refund.parts, share)
  const isDone = rest.amount === 0
  const written = await ctx.db
    .updateTable('refund')
    .set({
      ...columnsOf(rest),
      status: isDone ? 'succeeded' : 'requested',
      succeeded_at: isDone ? ctx.now() : null,
      attempt: refund.attempt + 1,
    })
    .where('id', '=', refund.id)
    .executeTakeFirst()
  requireOneRow(written, `refund ${refund.id}`)
  const whole = formatMoney(refund.parts.amount)
  const note = `The payment provider had paid back ${formatMoney(share)} of the refund of ${whole} by itself.`
  await addEvent(ctx, refund.orderId, { kind: 'note', note })
  if (!isDone) await enqueue(ctx, SEND_REFUND, { refundId: refund.id })
}
