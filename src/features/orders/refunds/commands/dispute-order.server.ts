import { sql } from 'kysely'
import { restock } from '#features/catalog/commands/stock.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { moveOrder } from '../../order/commands/move-order.server.ts'
import { entriesOf } from '../../order/money/prices.ts'
import { listRefunds, lockOrder } from '../../order/money/stored-refunds.server.ts'
import { startsOf } from '../../order/standing.ts'
import { type KnownOrder, selectOrders } from '../../order/stored-order.server.ts'
import { cancelOrderOnHold, releaseOrderOnHold } from '../../payment/commands/close-order.server.ts'
import { reducePendingRefunds } from './adopt-refund.server.ts'
import { undoWhatPaidOrdersBegin } from './refund-order.server.ts'

export type DisputedOrder = KnownOrder
const TAKEN_BACK = 'The bank took the payment back.'

export { lockOrder as lockDisputedOrder }

/** The order of a payment: named by the charge, by its payment, or by the subscription that the order began. */
export async function findOrderOfPayment(
  ctx: Context,
  by: { orderId: string | null; paymentIntentId: string | null; subscriptionId: string | null },
): Promise<KnownOrder | undefined> {
  const { orderId, paymentIntentId, subscriptionId } = by
  const named = orderId && isUuid(orderId) ? orderId : null
  const provider = ctx.payments.providerOf(paymentIntentId ?? subscriptionId ?? '')
  const [order] = await selectOrders(
    ctx,
    sql`o.id in (
        select id from customer_order where id = ${named}
        union all select id from customer_order where payment_intent_id = ${paymentIntentId}
        union all select id from customer_order where subscription_id = ${subscriptionId})
      and o.payment_method = ${provider.id}
      -- A second charge of an order is not the payment of it.
      and (o.payment_intent_id is null or o.payment_intent_id = ${paymentIntentId}) order by o.id limit 1`,
  )
  return order
}

/** Cents that the provider has refunded or is processing. Refunds unknown to the provider do not count. */
export async function readRefundedCents(ctx: DataContext, orderId: string): Promise<Cents> {
  const refunds = await listRefunds(ctx, orderId)
  const isPaid = ({ status, providerId }: (typeof refunds)[number]) => providerId !== null && status !== 'failed'
  return refunds.filter(isPaid).reduce((sum: Cents, { parts }) => sum + parts.amount, 0)
}

export type OrderBlock = { block: KnownOrder['disputeBlock']; refundsBlocked: boolean }

/** Sets or clears the block of an order that the caller has locked. */
export async function blockOrder(
  tx: TransactionContext,
  orderId: string,
  { block, refundsBlocked }: OrderBlock,
): Promise<void> {
  await moveOrder(tx, orderId, 'block_for_dispute', {
    block: { dispute_hold: block, refunds_blocked: refundsBlocked },
    condition: sql`(o.dispute_hold, o.refunds_blocked) is distinct from (${block}::text, ${refundsBlocked}::boolean)`,
  })
}

/** Credits by tier that an order earned and no refund took back. */
export async function readUnreturnedCredits(ctx: DataContext, order: KnownOrder) {
  const earned = entriesOf(order.lines)
  for (const refund of await listRefunds(ctx, order.id)) {
    for (const [tier, taken] of Object.entries(refund.creditsTaken)) earned[tier as keyof typeof earned] -= taken
  }
  return earned
}

/**
 * Handles the bank's reversal of the whole payment. Refunds that the provider never paid are dropped, and
 * unsent goods return to stock.
 */
export async function loseOrder(tx: TransactionContext, order: KnownOrder): Promise<void> {
  await dropUnpaidRefunds(tx, order)
  await undoWhatPaidOrdersBegin(tx, order)
  // Dropping refunds may have changed the state: it is asked as it was before.
  if (!startsOf('take_back').includes(order.standing)) return
  const { after } = await moveOrder(tx, order.id, 'take_back', { event: { note: TAKEN_BACK } })
  if (!after) return
  const left = order.lines.filter(line => line.quantity - line.refunded > line.backordered)
  if (left.length === 0) return
  await restock(
    tx,
    left.map(line => ({ ...line, quantity: line.quantity - line.refunded - line.backordered })),
  )
}

/** Handles the bank's reversal of a payment held for checking. The order was never paid, so nothing that it began is undone. */
export async function losePaymentOnHold(
  tx: TransactionContext,
  order: KnownOrder,
  paymentIntentId: string | null,
): Promise<void> {
  const cancelled = await cancelOrderOnHold(tx, order, { paymentIntentId, note: TAKEN_BACK })
  if (cancelled) await releaseOrderOnHold(tx, order, cancelled)
}

/** Drops refunds that the provider refused because of the chargeback: the bank returned that money instead. */
async function dropUnpaidRefunds(tx: TransactionContext, order: KnownOrder): Promise<void> {
  const unpaid = (await listRefunds(tx, order.id)).filter(
    ({ status, providerId }) => providerId === null && (status === 'requested' || status === 'failed'),
  )
  const cents = unpaid.reduce((sum: Cents, { parts }) => sum + parts.amount, 0)
  if (cents > 0) await reducePendingRefunds(tx, order, cents)
}
