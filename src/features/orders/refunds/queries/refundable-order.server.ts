import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { unitCentsOf } from '../../checkout/rules.ts'
import { ORDER_ERRORS } from '../../contract.ts'
import { lineName } from '../../history/line-name.ts'
import { type KnownOrder, storedOrder } from '../../history/stored-order.server.ts'
import { REFUND_ERRORS } from '../contract.ts'
import { addParts, type ChosenPieces, piecesLeft, type RefundableOrder } from '../rules.ts'
import { refundsOf } from './refunds.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...REFUND_ERRORS })

/**
 * Locks the order until the caller's transaction ends, so that no refund, cancellation or shipment runs concurrently. @throws
 * order_not_found
 */
export async function lockOrder(tx: TransactionContext, id: string): Promise<KnownOrder> {
  const found = await storedOrder(tx, id)
  if (!found) throw refuse('order_not_found')
  await sql`select from customer_order where id = ${found.id} for update`.execute(tx.db)
  return (await storedOrder(tx, found.id))!
}

/** The inputs of the refund rules: price, lines and earlier refunds of an order. */
export async function refundableOf(ctx: DataContext, order: KnownOrder): Promise<RefundableOrder> {
  const refunds = await refundsOf(ctx, order.id)
  return {
    price: order.price,
    lines: order.lines.map(line => ({ ...line, unitCents: unitCentsOf(line) })),
    before: addParts(refunds.map(refund => refund.parts)),
  }
}

/**
 * The chosen pieces, at most the rest of each line.
 * @throws not_refundable, nothing_to_refund, beyond_refundable with the line and its rest.
 */
export function chosenPieces(order: KnownOrder, lines: ChosenPieces[] | undefined): ChosenPieces[] {
  if (order.status !== 'paid') throw refuse('not_refundable')
  const left = piecesLeft(order.lines)
  if (left.length === 0) throw refuse('nothing_to_refund')
  for (const { position, quantity } of lines ?? []) {
    const most = left.find(line => line.position === position)?.quantity ?? 0
    const line = order.lines.find(one => one.position === position)
    if (quantity > most) throw refuse('beyond_refundable', { position, left: most, name: line ? lineName(line) : '?' })
  }
  return lines ?? left
}
