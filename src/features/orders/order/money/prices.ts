import { type Fee, feeOf } from '#features/cart/rules.ts'
import type { Settings } from '#kernel/settings.ts'
import { lowestRate, ratesOf } from '#kernel/shipping/rates/rates.ts'
import { restZone } from '#kernel/shipping/rates/shipping-zones.ts'
import type { Cents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { taxBasisOf, taxOf } from './tax.ts'

/** One line at the catalogue's current prices. */
export type PricedLine = {
  listCents: Cents
  /** Null without a sale. */
  saleCents: Cents | null
  quantity: number
  tier: Tier
  /** Credits of the tier per piece. */
  entries: number
}

/** Pieces of one variant that an account holds until it has paid for an order. */
export const UNPAID_PIECES = 10

/** Whole cents. `total = subtotal − discount + fee + shipping + tax`; the database checks the sum again. */
export type Breakdown = {
  subtotal: Cents
  discount: Cents
  fee: Fee
  shipping: Cents
  tax: Cents
  total: Cents
}

/** The price per piece. The sale price takes priority. */
export const unitCentsOf = (line: Pick<PricedLine, 'listCents' | 'saleCents'>): Cents =>
  line.saleCents ?? line.listCents

/** The cost of all pieces of a line before the discount. */
export const worthOf = (line: Pick<PricedLine, 'listCents' | 'saleCents' | 'quantity'>): Cents =>
  unitCentsOf(line) * line.quantity

const sumOf = (lines: readonly PricedLine[]): Cents => lines.reduce((sum, line) => sum + worthOf(line), 0)

/**
 * Prices one-time goods. Each step is in whole cents:
 * 1. subtotal = Σ (sale price if set, else price) × quantity;
 * 2. discount = Σ of the lines' shares;
 * 3. fee = the fee rate (5% by default) of subtotal − discount, rounded up to the next whole dollar;
 * 4. shipping = what the method of the address's zone costs (`#kernel/shipping/rates`), and 0 when there are no goods;
 * 5. tax = rate × (subtotal − discount), half a cent rounded up;
 * 6. total = subtotal − discount + fee + shipping + tax.
 * @param shares each line's share of the discount, in cents from 0 to the line's cost; omitted: no discount.
 * @param shipTo state of the shipping address, for the tax.
 * @param shipping omitted: the flat amount of the settings, free from their threshold.
 */
export function priceGoods(
  lines: readonly PricedLine[],
  settings: Settings,
  { shares = [], shipTo, ...given }: { shares?: readonly Cents[]; shipTo?: string | undefined; shipping?: Cents } = {},
): Breakdown {
  const subtotal = sumOf(lines)
  const discount = shares.reduce((sum, share) => sum + share, 0)
  const net = subtotal - discount
  const fee = feeOf(net, settings.fee)
  const shipping = lines.length > 0 ? (given.shipping ?? flatShipping(net, settings.shipping)) : 0
  const tax = taxOf(net, taxBasisOf(settings.tax, shipTo).rate)
  return { subtotal, discount, fee, shipping, tax, total: net + fee.amount + shipping + tax }
}

/** A membership costs its listed price at each renewal. It has no fee, tax or shipping. */
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

const flatShipping = (netCents: Cents, settings: Settings['shipping']): Cents =>
  lowestRate(ratesOf(restZone(settings), { netCents, lines: [] }))!.cents

/** Credits of each tier that an order earns: entries per piece times quantity. */
export function entriesOf(lines: readonly Pick<PricedLine, 'tier' | 'entries' | 'quantity'>[]): Record<Tier, number> {
  const earned = Object.fromEntries(TIERS.map(tier => [tier, 0])) as Record<Tier, number>
  for (const line of lines) earned[line.tier] += line.entries * line.quantity
  return earned
}
