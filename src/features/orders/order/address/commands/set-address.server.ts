import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { stepOrder } from '../../commands/move-order.server.ts'
import type { ShipTo } from '../../contract.ts'
import type { addressMove } from '../../order-actions.ts'
import { shipByOf } from '../../ship-by.server.ts'
import type { KnownOrder } from '../../stored-order.server.ts'
import { refundTax } from '../refund-tax.server.ts'
import { type TaxOwed, taxOwedAt } from '../tax-owed.server.ts'

type NewAddress = {
  shipTo: ShipTo
  move: ReturnType<typeof addressMove>
  reason?: string
}

/**
 * Sets the address of a paid order that the caller has locked, with its tax, time line and audit log. A higher tax is borne by the shop; a
 * lower one goes back to the buyer.
 * @throws order_moved, nothing_to_send.
 */
export async function setAddress(
  tx: TransactionContext,
  order: KnownOrder,
  { shipTo, move, reason }: NewAddress,
): Promise<void> {
  // Without an address nothing could leave, so the promise begins now.
  const promised = order.shipTo ? sql`` : sql`, ship_by = ${shipByOf(tx)}`
  const owed = await taxOwedAt(tx, order, shipTo)
  const taxed = owed
    ? sql`, tax_owed_state = ${owed.state}, tax_owed_rate = ${owed.rate}, tax_borne_cents = ${owed.borneCents}`
    : sql``
  await stepOrder(tx, order.id, move, {
    set: sql`ship_to = ${JSON.stringify(shipTo)}::jsonb${promised}${taxed}`,
    event: {
      detail: { state: shipTo.state },
      note: [reason, owed && wordsOf(owed)].filter(Boolean).join('\n') || null,
      isAudited: true,
    },
  })
  if (owed && owed.backCents > 0) await refundTax(tx, order, owed)
}

function wordsOf({ state, backCents, borneCents }: TaxOwed): string {
  if (backCents > 0) return `Less tax in ${state}: ${formatMoney(backCents)} goes back to the buyer.`
  return borneCents > 0 ? `More tax in ${state}: the shop pays ${formatMoney(borneCents)} itself.` : ''
}
