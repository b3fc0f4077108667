import { sql } from 'kysely'
import { releaseStock } from '#features/catalog/commands/stock.server.ts'
import { lockCodes, releaseCodes } from '#features/codes/commands/code-uses.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { transact } from '#kernel/transaction.server.ts'
import { moveOrder } from '../../order/commands/move-order.server.ts'
import type { StoredOrder } from '../../order/stored-order.server.ts'
import { paymentsOf } from '../payments-of.server.ts'
import { hasLapsed } from '../queries/has-lapsed.server.ts'

const MOVE_TO = { expired: 'expire', cancelled: 'cancel_unpaid', failed: 'fail' } as const

/**
 * Closes an unpaid order and releases its codes and stock, in one transaction. A second call changes nothing.
 * @returns whether this call closed a pending order.
 */
export async function closeOrder(
  ctx: Context | TransactionContext,
  order: StoredOrder,
  as: keyof typeof MOVE_TO,
): Promise<boolean> {
  return transact(ctx, async tx => {
    if (order.codes.length > 0) await lockCodes(tx, order.id)
    const { after } = await moveOrder(tx, order.id, MOVE_TO[as])
    if (!after) return false
    if (order.codes.length > 0) await releaseCodes(tx, order.id)
    await releaseStock(tx, order.lines)
    return true
  })
}

type Cancellation = {
  /** Stored on the order, so that `claimPaid` never settles it: the provider still reports the page as paid. */
  paymentIntentId: string | null
  note: string
}

/**
 * Cancels an order held for checking. `releaseOrderOnHold` follows as the caller's last write.
 * @returns what the order still holds; null when the order is not held for checking.
 */
export async function cancelOrderOnHold(
  tx: TransactionContext,
  { id }: StoredOrder,
  { paymentIntentId, note }: Cancellation,
): Promise<{ isStockHeld: boolean } | null> {
  // An earlier end in the time line, not this one.
  const isStockHeld = !(await hasLapsed(tx, id))
  const { after } = await moveOrder(tx, id, 'cancel_on_hold', {
    set: sql`payment_intent_id = coalesce(o.payment_intent_id, ${paymentIntentId})`,
    event: { note },
  })
  return after ? { isStockHeld } : null
}

/** Releases the codes, which the caller has locked, and the stock of a cancelled order. Last, because every buyer of the product waits for it. */
export async function releaseOrderOnHold(
  tx: TransactionContext,
  { id, lines }: StoredOrder,
  { isStockHeld }: { isStockHeld: boolean },
): Promise<void> {
  await releaseCodes(tx, id)
  if (isStockHeld) await releaseStock(tx, lines)
}

/**
 * Closes the payment page at the provider, so that it can no longer be paid.
 * @returns false when the page is paid, closed or still being opened; true for an order without a page (nothing to pay).
 */
export async function shutPage(ctx: Context, order: StoredOrder): Promise<boolean> {
  if (order.paymentMethod === 'none') return true
  if (!order.sessionId) return false
  try {
    await paymentsOf(ctx, order).expireCheckout(order.sessionId)
    return true
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'invalid') return false
    throw error
  }
}
