import type { PastMovement } from '#features/credits/seed.server.ts'
import { WITHDRAW_SALE } from '#features/orders/job-types.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import type { Breakdown } from '../checkout/rules.ts'
import { columnsOf } from '../refunds/commands/make-refund.server.ts'
import { answeredAt, type PastRefund, REASON } from './seed-after-payment.server.ts'

/** Inserts the refunds of stored orders. Fully refunded orders no longer count as sales. */
export async function seedRefunds(
  tx: TransactionContext,
  orders: readonly { id: string; price: Breakdown; refund: PastRefund }[],
  actorId: string | null,
): Promise<void> {
  if (orders.length === 0) return
  await tx.db
    .insertInto('refund')
    .values(orders.map(({ id, refund }) => refundRowOf(id, refund, actorId)))
    .execute()
  await tx.db
    .insertInto('refund_line')
    .values(
      orders.flatMap(({ id, refund }) =>
        refund.lines.map(({ position, quantity, netCents }) => ({
          ...{ refund_id: refund.id, order_id: id, position, quantity, net_cents: netCents },
          restocked: true,
        })),
      ),
    )
    .execute()
  const whole = orders.filter(({ price, refund }) => refund.parts.amount === price.total)
  for (const { id } of whole) await enqueue(tx, WITHDRAW_SALE, { orderId: id })
}

function refundRowOf(orderId: string, refund: PastRefund, actorId: string | null) {
  const { id, parts, credits, at, isFailed } = refund
  const tookAt = answeredAt(refund)
  return {
    id,
    order_id: orderId,
    status: isFailed ? 'failed' : 'succeeded',
    provider_id: `re_demo_${id.replaceAll('-', '')}`,
    reason: REASON,
    actor_id: actorId,
    credits_taken: JSON.stringify(credits),
    ...columnsOf(parts),
    created_at: at,
    notified_at: tookAt,
    succeeded_at: isFailed ? null : tookAt,
  }
}

/** Ledger movements of the credits taken back. @param reference the order's number for people. */
export function creditsTakenBack(refund: PastRefund, userId: string, reference: string): PastMovement[] {
  const source = { type: 'refund', id: refund.id, description: `Refund of order ${reference}` }
  return TIERS.flatMap(tier => {
    const amount = refund.credits[tier] ?? 0
    return amount > 0 ? [{ userId, tier, kind: 'reversed' as const, amount, source, at: refund.at }] : []
  })
}
