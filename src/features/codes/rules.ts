import { shareOf } from '#features/cart/rules.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { CODE_ERRORS } from './contract.ts'

/** Codes of one order. */
export const MAX_CODES = 5
export const CODE_LENGTH = 64

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

/** A coupon as seen by one shopper at checkout. */
export type KnownCoupon = Terms & {
  type: 'coupon'
  id: string
  /** Changes with the terms. */
  version: number
  startsAt: Date | null
  endsAt: Date | null
  pausedAt: Date | null
  /** Minimum price of the goods, before any discount. */
  minimumCents: Cents
  totalLimit: number | null
  personLimit: number | null
  firstOrder: boolean
  combinable: boolean
  held: number
  used: number
  /** The shopper's share of `held` and `used`. */
  ownHeld: number
  ownUsed: number
  /** The shopper is a member of staff who made, changed or resumed it. */
  isOwnMaking: boolean
}
type KnownReferral = {
  type: 'referral'
  code: string
  ownerId: string
  ownerEmail: string
  /** The code belongs to the shopper. */
  isOwn: boolean
}
export type KnownCode = KnownCoupon | KnownReferral

/** The shopper and the cart. */
export type Facts = {
  now: Date
  /** The shopper has no paid order yet. */
  isFirstOrder: boolean
  /** Undefined without a cart. Memberships are not goods. */
  cart: { mode: 'payment' | 'subscription'; lines: readonly Discountable[] } | undefined
}

type Reason = keyof typeof CODE_ERRORS
export type CodeRefusal = {
  code: string
  reason: Reason
  /** In cents: the minimum price and the missing amount. */
  minimum?: Cents
  missing?: Cents
  /** The code that cannot be combined with this one. */
  other?: string
}

/**
 * Decides which codes apply together, in the order of input, and why the others are refused.
 * Uses held by the shopper's own open payment do not count, because a new checkout closes that payment.
 * @param asked the codes in capitals, without spaces and duplicates.
 * @param known the codes that were found.
 */
export function evaluateCodes(asked: readonly string[], known: ReadonlyMap<string, KnownCode>, facts: Facts) {
  const counted: KnownCode[] = []
  const refused: CodeRefusal[] = []
  for (const code of asked) {
    const found = known.get(code)
    const refusal = refusalOf(code, found, facts) ?? (found && clash(found, counted))
    if (refusal) refused.push(refusal)
    else counted.push(found!)
  }
  return { counted, refused }
}

function refusalOf(code: string, found: KnownCode | undefined, facts: Facts): CodeRefusal | undefined {
  if (!found) return { code, reason: 'code_not_found' }
  if (facts.cart?.mode === 'subscription') return { code, reason: 'code_not_for_memberships' }
  if (found.type === 'referral') {
    return found.isOwn ? { code, reason: 'code_own_referral' } : undefined
  }
  if (found.isOwnMaking) return { code, reason: 'code_own_making' }
  const reason = closedTo(found, facts)
  if (reason) return { code, reason }
  return facts.cart && unfit(found, facts.cart.lines)
}

/** Why a coupon is not usable now, or not by this shopper, independently of the cart. */
function closedTo(coupon: KnownCoupon, { now, isFirstOrder }: Omit<Facts, 'cart'>): Reason | undefined {
  const { startsAt, endsAt, pausedAt, totalLimit, personLimit, held, used, ownHeld, ownUsed } = coupon
  if (startsAt && startsAt > now) return 'code_not_started'
  if (endsAt && endsAt <= now) return 'code_expired'
  if (pausedAt) return 'code_paused'
  // A shopper who has used the coupon before gets this reason instead of the used-up reason.
  if (personLimit !== null && ownUsed >= personLimit) return 'code_used_by_you'
  if (totalLimit !== null && held - ownHeld + used >= totalLimit) return 'code_used_up'
  if (coupon.firstOrder && !isFirstOrder) return 'code_not_first_order'
  return undefined
}

function unfit(coupon: KnownCoupon, lines: readonly Discountable[]): CodeRefusal | undefined {
  const { code, minimumCents: minimum } = coupon
  const subtotal = lines.reduce((sum, line) => sum + line.worthCents, 0)
  if (subtotal < minimum) return { code, reason: 'code_minimum', minimum, missing: minimum - subtotal }
  if (!lines.some(line => appliesTo(coupon, line))) return { code, reason: 'code_nothing_eligible' }
  return undefined
}

/** A non-combinable coupon stands alone, and an order has at most one referral code. */
function clash(found: KnownCode, counted: readonly KnownCode[]): CodeRefusal | undefined {
  const other = counted.find(one =>
    found.type === 'referral' || one.type === 'referral'
      ? found.type === one.type
      : !found.combinable || !one.combinable || (found.firstOrder && one.firstOrder),
  )
  return other && { code: found.code, reason: 'code_not_combinable', other: other.code }
}
