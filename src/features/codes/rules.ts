import { shareOf } from '#features/cart/rules.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'

/** A coupon's discount and the lines that it applies to. */
export type Terms = {
  code: string
  kind: 'percent' | 'flat'
  /** In hundredths: of a percent, or of a dollar. */
  amount: number
  /** Applies to lines of these tiers and of these products; to every line when both are empty. */
  tiers: readonly Tier[]
  productIds: readonly string[]
}

/** The fields of a cart line that a discount needs. */
export type Discountable = {
  productId: string
  tier: Tier
  /** Price of all pieces before the discount. */
  worthCents: Cents
}

/** 100% in hundredths of a percent. */
const WHOLE = 10_000

/** Codes may be typed in any case, with surrounding spaces. */
export const normalized = (code: string) => code.trim().toUpperCase()

export const appliesTo = ({ tiers, productIds }: Pick<Terms, 'tiers' | 'productIds'>, line: Discountable): boolean =>
  (tiers.length === 0 && productIds.length === 0) || tiers.includes(line.tier) || productIds.includes(line.productId)

/**
 * A coupon's discount on an amount. A percentage is clamped to 0–100 and rounded to cents, half a cent in the shopper's favour. A flat
 * discount is at most the amount.
 * @param cents the price of the applicable lines.
 */
export function discountOf({ kind, amount }: Pick<Terms, 'kind' | 'amount'>, cents: Cents): Cents {
  if (kind === 'flat') return Math.min(Math.max(0, amount), cents)
  return Math.round(shareOf(cents, Math.min(Math.max(0, amount), WHOLE) / WHOLE))
}

/**
 * Divides an amount among lines by their worth, to the cent. Each line gets its share rounded down. Remaining cents go to the largest
 * remainders, the earlier line first among equals. No line gets more than its worth.
 * @param worths in cents.
 * @param amount from 0 to the sum of the worths.
 * @throws RangeError for a larger or negative amount.
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

/** Percent before flat, then the larger amount first, so that the result does not depend on the order of input. */
const inOrder = (one: Terms, other: Terms): number =>
  Number(one.kind === 'flat') - Number(other.kind === 'flat') ||
  other.amount - one.amount ||
  (one.code < other.code ? -1 : 1)

/**
 * Applies coupons to a cart. Each coupon is computed on the remaining price of its applicable lines. Percent coupons come before flat
 * coupons, so two of 10% on $100.00 take $19.00, and a percentage never reduces a flat discount.
 * @returns `shares`: the discount of each line, from 0 to its worth; `amounts`: the discount of each coupon, by code. Both sum up to the
 * order's discount.
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
