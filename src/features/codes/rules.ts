import { shareOf } from '#features/cart/rules.ts'
import type { Cents } from '#platform/money.ts'
import type { Tier } from '#platform/tiers.ts'

/** What a coupon takes off, and of what. */
export type Terms = {
  code: string
  kind: 'percent' | 'flat'
  /** Hundredths: of a percent, or of a dollar. */
  amount: number
  /** Lines of these tiers and of these products; every line when both are empty. */
  tiers: readonly Tier[]
  productIds: readonly string[]
}

/** A line of a cart, as far as a discount cares. */
export type Discountable = {
  productId: string
  tier: Tier
  /** What all its pieces cost before the discount. */
  worthCents: Cents
}

/** 100% in hundredths of a percent. */
const WHOLE = 10_000

/** Codes are written in any case, with spaces around them. */
export const normalized = (code: string) => code.trim().toUpperCase()

/** Whether a coupon applies to a line. */
export const appliesTo = ({ tiers, productIds }: Pick<Terms, 'tiers' | 'productIds'>, line: Discountable): boolean =>
  (tiers.length === 0 && productIds.length === 0) || tiers.includes(line.tier) || productIds.includes(line.productId)

/**
 * What a coupon takes off an amount: a percentage, clamped to 0–100 and rounded to cents, half a cent in the shopper's favour;
 * or a flat sum, at most the amount (checkout-and-admin.md section 5, decisions.md "Money").
 * @param cents what the lines cost that it applies to.
 */
export function discountOf({ kind, amount }: Pick<Terms, 'kind' | 'amount'>, cents: Cents): Cents {
  if (kind === 'flat') return Math.min(Math.max(0, amount), cents)
  return Math.round(shareOf(cents, Math.min(Math.max(0, amount), WHOLE) / WHOLE))
}

/**
 * Divides an amount among lines by their worth, to the cent: each gets its share rounded down, and the cents that are left
 * go to the largest remainders, the earlier line first among equals. No line gets more than it is worth.
 * @param worths in cents.
 * @param amount from 0 to the sum of the worths.
 * @throws RangeError for an amount beyond that.
 */
export function sharesOf(worths: readonly Cents[], amount: Cents): Cents[] {
  const sum = worths.reduce((total, cents) => total + cents, 0)
  if (amount < 0 || amount > sum) throw new RangeError(`Cannot divide ${amount} among lines worth ${sum}`)
  if (amount === 0) return worths.map(() => 0)
  // The product of two amounts can pass 2^53, so it is computed in bigint.
  const exact = worths.map(cents => BigInt(cents) * BigInt(amount))
  const shares = exact.map(product => Number(product / BigInt(sum)))
  const rests = exact.map(product => product % BigInt(sum))
  const left = amount - shares.reduce((total, share) => total + share, 0)
  const byRest = rests
    .map((_, at) => at)
    .sort((a, b) => (rests[a] === rests[b] ? a - b : rests[a]! < rests[b]! ? 1 : -1))
  for (const at of byRest.slice(0, left)) shares[at]! += 1
  return shares
}

/** Percent before flat, the larger first, so that the result does not depend on the order in which they were typed. */
const inOrder = (one: Terms, other: Terms): number =>
  Number(one.kind === 'flat') - Number(other.kind === 'flat') ||
  other.amount - one.amount ||
  (one.code < other.code ? -1 : 1)

/**
 * What coupons take off a cart. Each is reckoned on what those before it left of the lines that it applies to: percent before
 * flat, so two of 10% on $100.00 take $19.00, and a flat one is never reduced by a percentage.
 * @returns `shares`: what each line bears, from 0 to its worth; `amounts`: what each coupon takes off, by code. Both have the
 *   same sum, the order's discount.
 */
export function takeOff(lines: readonly Discountable[], coupons: readonly Terms[]) {
  const left = lines.map(line => line.worthCents)
  const amounts = new Map<string, Cents>()
  for (const coupon of coupons.toSorted(inOrder)) {
    const worths = lines.map((line, at) => (appliesTo(coupon, line) ? left[at]! : 0))
    const amount = discountOf(
      coupon,
      worths.reduce((sum, cents) => sum + cents, 0),
    )
    for (const [at, share] of sharesOf(worths, amount).entries()) left[at]! -= share
    amounts.set(coupon.code, amount)
  }
  return { shares: lines.map((line, at) => line.worthCents - left[at]!), amounts }
}
