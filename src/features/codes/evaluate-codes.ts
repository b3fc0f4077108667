import type { Cents } from '#platform/money.ts'
import type { CODE_ERRORS } from './contract.ts'
import { appliesTo, type Discountable, type Terms } from './rules.ts'

/** A coupon as somebody meets it at the checkout. */
export type KnownCoupon = Terms & {
  type: 'coupon'
  id: string
  /** Changes with the terms. */
  version: number
  startsAt: Date | null
  endsAt: Date | null
  pausedAt: Date | null
  /** What the goods must cost at least, before any discount. */
  minimumCents: Cents
  totalLimit: number | null
  personLimit: number | null
  firstOrder: boolean
  combinable: boolean
  held: number
  used: number
  /** Of `held` and `used`: by the person who asks. */
  ownHeld: number
  ownUsed: number
}
export type KnownReferral = {
  type: 'referral'
  code: string
  ownerId: string
  ownerEmail: string
  /** Of the person who asks. */
  isOwn: boolean
}
export type KnownCode = KnownCoupon | KnownReferral

/** Who asks, and for what. */
export type Facts = {
  now: Date
  /** Nothing was paid by them yet. */
  isFirstOrder: boolean
  /** Undefined when no cart was named. Memberships are not goods. */
  cart: { mode: 'payment' | 'subscription'; lines: readonly Discountable[] } | undefined
}

export type Reason = keyof typeof CODE_ERRORS
export type CodeRefusal = {
  code: string
  reason: Reason
  /** In cents: what the goods must cost, and what is missing of it. */
  minimum?: Cents
  missing?: Cents
  /** The code that it cannot stand beside. */
  other?: string
}

/**
 * Which of the codes count together, in the order in which they were typed, and why the others do not.
 * What an open payment of the same person holds does not count against them: it is closed when they check out anew.
 * @param asked the codes as they were typed, without spaces and in capitals, each once.
 * @param known what was found of them.
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

/** Why a coupon cannot be used now, or by this person, whatever they buy. */
function closedTo(coupon: KnownCoupon, { now, isFirstOrder }: Omit<Facts, 'cart'>): Reason | undefined {
  const { startsAt, endsAt, pausedAt, totalLimit, personLimit, held, used, ownHeld, ownUsed } = coupon
  if (startsAt && startsAt > now) return 'code_not_started'
  if (endsAt && endsAt <= now) return 'code_expired'
  if (pausedAt) return 'code_paused'
  // Who has used it before is told that, and not that others were quicker.
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

/** One coupon that cannot be combined stands alone; one person brought the shopper. */
function clash(found: KnownCode, counted: readonly KnownCode[]): CodeRefusal | undefined {
  const other = counted.find(one =>
    found.type === 'referral' || one.type === 'referral'
      ? found.type === one.type
      : !found.combinable || !one.combinable || (found.firstOrder && one.firstOrder),
  )
  return other && { code: found.code, reason: 'code_not_combinable', other: other.code }
}
