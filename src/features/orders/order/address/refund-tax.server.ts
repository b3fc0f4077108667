import { SEND_REFUND } from '#features/orders/order/job-types.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import type { Cents } from '#kernel/values/money.ts'
import { newId } from '#platform/values/ids.server.ts'
import { requireMove } from '../commands/move-order.server.ts'
import { NOTHING } from '../money/refunded-parts.ts'
import { columnsOf } from '../money/stored-refunds.server.ts'
import type { KnownOrder } from '../stored-order.server.ts'

/**
 * Pays back tax that the new address of an order does not ask for: no pieces and no credits. A job asks the payment provider. The caller
 * has locked the order and reckoned an amount that is left of its tax.
 */
export async function refundTax(
  tx: TransactionContext,
  { id: orderId }: KnownOrder,
  { state, backCents }: { state: string | null; backCents: Cents },
): Promise<void> {
  const refundId = newId()
  const reason = `Less tax at the new address, in ${state}.`
  await tx.db
    .insertInto('refund')
    .values({
      id: refundId,
      order_id: orderId,
      reason,
      actor_id: tx.actor?.role ? tx.actor.userId : null,
      spent_credits: 'keep',
      tax_only: true,
      ...columnsOf({ ...NOTHING, tax: backCents, amount: backCents }),
      created_at: tx.now(),
    })
    .execute()
  const event = { detail: { amountCents: backCents }, note: reason }
  await requireMove(tx, orderId, 'refund_tax', { cents: backCents, event })
  await enqueue(tx, SEND_REFUND, { refundId })
}
