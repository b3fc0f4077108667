import type { Cents } from '#kernel/values/money.ts'
import type { CODE_ERRORS } from './contract.ts'
import { appliesTo, type Discountable, type Terms } from './rules.ts'

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
}
export type KnownReferral = {
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

export type Reason = keyof typeof CODE_ERRORS
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
