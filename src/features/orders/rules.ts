import { type Fee, feeOf } from '#features/cart/rules.ts'
import type { Cents } from '#platform/money.ts'
import type { Settings } from '#platform/settings.ts'
import { TIERS, type Tier } from '#platform/tiers.ts'
import { taxOf, taxRateOf } from './tax.ts'

/** One line as the catalogue prices it today. */
export type PricedLine = {
  listCents: Cents
  /** Null when it is not on sale. */
  saleCents: Cents | null
  quantity: number
  tier: Tier
  /** Credits of the tier that one piece earns. */
  entries: number
}

/** Whole cents; `total = subtotal − discount + fee + shipping + tax`, which the database checks again. */
export type Breakdown = {
  subtotal: Cents
  discount: Cents
  fee: Fee
  shipping: Cents
  tax: Cents
  total: Cents
}

/** What one pays for a piece: the sale price takes priority. */
export const unitCentsOf = (line: Pick<PricedLine, 'listCents' | 'saleCents'>): Cents =>
  line.saleCents ?? line.listCents

const sumOf = (lines: readonly PricedLine[]): Cents =>
  lines.reduce((sum, line) => sum + unitCentsOf(line) * line.quantity, 0)

/**
 * The price of one-time goods (decisions.md "Money").
 * @param discount in cents; more than the subtotal counts as the subtotal.
 * @param shipTo the state of the shipping address, for the tax.
 */
export function priceGoods(
  lines: readonly PricedLine[],
  settings: Settings,
  { discount: wanted = 0, shipTo }: { discount?: Cents; shipTo?: string | undefined } = {},
): Breakdown {
  const subtotal = sumOf(lines)
  const discount = Math.min(Math.max(0, wanted), subtotal)
  const net = subtotal - discount
  const fee = feeOf(net, settings.fee)
  const shipping = lines.length > 0 ? shippingOf(net, settings.shipping) : 0
  const tax = taxOf(net, taxRateOf(settings.tax, shipTo))
  return { subtotal, discount, fee, shipping, tax, total: net + fee.amount + shipping + tax }
}

/** A membership costs what it says, each time: the specified 24.99 has neither fee nor tax on top, and nothing is sent. */
export function priceMembership(lines: readonly PricedLine[]): Breakdown {
  const subtotal = sumOf(lines)
  return {
    subtotal,
    discount: 0,
    fee: { amount: 0, clientShare: 0, platformShare: 0 },
    shipping: 0,
    tax: 0,
    total: subtotal,
  }
}

function shippingOf(net: Cents, { flatCents, freeFromCents }: Settings['shipping']): Cents {
  return freeFromCents !== null && net >= freeFromCents ? 0 : flatCents
}

/** Credits of each tier that an order earns: entries per piece times quantity. */
export function entriesOf(lines: readonly Pick<PricedLine, 'tier' | 'entries' | 'quantity'>[]): Record<Tier, number> {
  const earned = Object.fromEntries(TIERS.map(tier => [tier, 0])) as Record<Tier, number>
  for (const line of lines) earned[line.tier] += line.entries * line.quantity
  return earned
}
