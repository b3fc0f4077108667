import type { DataContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { ShipTo } from '../contract.ts'
import { readRefundable } from '../money/stored-refunds.server.ts'
import { type TaxBasis, taxBasisOf, taxOf, taxStateOf } from '../money/tax.ts'
import type { KnownOrder } from '../stored-order.server.ts'

/** The tax of a paid order by another address. Both amounts are zero where the buyer paid exactly that. */
export type TaxOwed = TaxBasis & {
  /** Paid beyond the tax; goes back to the buyer. */
  backCents: Cents
  /** Tax that was not charged; the shop pays it. */
  borneCents: Cents
}

/**
 * Reckons the tax of what is left of an order by the state of its new address (docs/decisions/0084-address-of-a-paid-order.md). The caller
 * has locked the order.
 * @returns undefined where one rate is for all, and where the state stays.
 */
export async function taxOwedAt(ctx: DataContext, order: KnownOrder, shipTo: ShipTo): Promise<TaxOwed | undefined> {
  const { tax } = ctx.settings
  if (tax.mode !== 'destination' || taxStateOf(order.shipTo?.state) === taxStateOf(shipTo.state)) return undefined
  const basis = taxBasisOf(tax, shipTo.state)
  const { price, before } = await readRefundable(ctx, order)
  const net = price.subtotal - price.discount - (before.subtotal - before.discount)
  const missing = taxOf(net, basis.rate) - (price.tax - before.tax)
  return { ...basis, backCents: Math.max(0, -missing), borneCents: Math.max(0, missing) }
}
