import { sql } from 'kysely'
import { SEND_REFUND } from '#features/orders/order/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { addEvent } from '../../order/commands/order-events.server.ts'
import { findRefund } from '../../order/money/stored-refunds.server.ts'
import { requireOthersOrder } from '../../order/queries/others-order.server.ts'
import { readKnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import { paymentsOf } from '../../payment/payments-of.server.ts'
import { REFUND_ERRORS } from '../contract.ts'
import { moveRefund } from './move-refund.server.ts'
import { keepAnswer, sendRefund } from './send-refund.server.ts'

const refuse = refusals(REFUND_ERRORS)

/** By then the refund's own job has had its chance. */
const WAITED_MS = 2 * 60_000
const BATCH = 200

/**
 * Asks the provider about refunds without news: requested ones that never reached the provider, because it was away longer than the job
 * retried, and pending ones.
 */
export async function followRefunds(ctx: Context): Promise<void> {
  const before = new Date(+ctx.now() - WAITED_MS)
  const { rows } = await sql<{ id: string }>`
    select id from refund where status in ('requested', 'pending') and created_at < ${before}
    order by created_at limit ${BATCH}`.execute(ctx.db)
  for (const { id } of rows) {
    await follow(ctx, id).catch(error =>
      ctx.log.warn({ err: error, refundId: id }, 'refund not followed up, will be tried again'),
    )
  }
}

async function follow(ctx: Context, id: string): Promise<void> {
  const refund = await findRefund(ctx, id)
  if (refund?.status === 'requested') return sendRefund(ctx, id)
  if (refund?.status !== 'pending' || !refund.providerId) return
  const order = await readKnownOrder(ctx, refund.orderId)
  await keepAnswer(ctx, id, await paymentsOf(ctx, order).readRefund(refund.providerId))
}

/**
 * Requests a failed refund again, under a new key.
 * @returns the order's id. @throws refund_not_found, own_order, refund_not_failed, payment_disputed.
 */
export async function retryRefund(ctx: Context, id: string): Promise<string> {
  const refund = isUuid(id) ? await findRefund(ctx, id) : undefined
  if (!refund) throw refuse('refund_not_found')
  const order = await readKnownOrder(ctx, refund.orderId)
  await requireOthersOrder(ctx, order)
  if (order.refundsBlocked) throw refuse('payment_disputed')
  await transact(ctx, async tx => {
    const { attempt } = refund
    const set = { attempt: attempt + 1, provider_id: null }
    if (!(await moveRefund(tx, { id }, 'retry', 'requested', { set, attempt }))) throw refuse('refund_not_failed')
    const note = `The refund of ${formatMoney(refund.parts.amount)} is tried again.`
    await addEvent(tx, order.id, { kind: 'note', note })
    await enqueue(tx, SEND_REFUND, { refundId: id })
    tx.onCommit(ctx => tellOfOrder(ctx, order))
  })
  return order.id
}
