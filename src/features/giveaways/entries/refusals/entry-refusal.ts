import { bornUntil } from '#kernel/values/clock/age.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { messageOf } from '#platform/errors.ts'
import { type Entrant, type EntryTerms, entryEligibility } from '../../giveaway/eligibility/rules.ts'
import { ENTRY_ERRORS } from '../../giveaway/errors/entry-errors.ts'
import { type GiveawayState, stateSince, timeLeftInWords } from '../../giveaway/rules.ts'

/** Why an entry is refused, in the words of the server. */
export type EntryRefusal = { code: keyof typeof ENTRY_ERRORS; message: string }

const refused = (code: EntryRefusal['code'], details: Record<string, unknown> = {}): EntryRefusal => ({
  code,
  message: messageOf(ENTRY_ERRORS, code, details),
})

/** A giveaway as a screen read it. */
export type Door = {
  state: GiveawayState
  startDate: string
  endDate: string | null
  earlyAccessDate: string
  subscriptionVisibilityOnly: boolean
}

/** Why the giveaway takes no entry of this viewer now, whatever slot it is for: the first rules of `claim_slots`. */
export function doorRefusal(
  giveaway: Door,
  viewer: { isAdmin: boolean; isSubscriber: boolean },
  now: number,
): EntryRefusal | null {
  const { startDate, earlyAccessDate, subscriptionVisibilityOnly } = giveaway
  const state = stateSince(giveaway, now)
  if (state === 'closed' || state === 'drawn') return refused('giveaway_ended')
  if (viewer.isAdmin || !(subscriptionVisibilityOnly || Date.parse(startDate) > now)) return null
  const leftUntil = (date: string) => ({ left: timeLeftInWords(Date.parse(date) - now) })
  if (viewer.isSubscriber)
    return Date.parse(earlyAccessDate) > now ? refused('not_yet_for_subscribers', leftUntil(earlyAccessDate)) : null
  return subscriptionVisibilityOnly ? refused('not_eligible') : refused('not_yet', leftUntil(startDate))
}

/** Why a person may not enter a giveaway, whatever slot it is for: the age of the settings, then the giveaway's own terms. */
export function personRefusal(
  terms: EntryTerms,
  person: Required<Entrant>,
  { now, minimumAge }: { now: Date; minimumAge: number },
): EntryRefusal | null {
  const { birthDate } = person
  if (!birthDate || birthDate > bornUntil(now, minimumAge)) return refused('under_age', { age: minimumAge })
  const reason = entryEligibility(terms, person, now)
  return reason && refused(reason.code, reason.details)
}

/** A person's entries and credits in a giveaway, and its slots. */
export type Standing = {
  tier: Tier
  entryLimit: number
  /** Entries that count for the limit. */
  limitUsed: number
  /** Credits of the giveaway's tier. */
  credits: number
  freeCount: number
  /** The outcome of `personRefusal`. */
  ineligible: EntryRefusal | null
}

/**
 * Why a claim of `count` free slots would be refused, once the giveaway's door is open. The order is that of `claim_slots`; a test compares
 * every pair of reasons with the server.
 */
export function claimRefusal(standing: Standing, count: number): EntryRefusal | null {
  const { tier, entryLimit, limitUsed, credits, freeCount, ineligible } = standing
  if (freeCount === 0) return refused('sold_out')
  if (freeCount < count) return refused('too_few_free', { free: freeCount })
  if (ineligible) return ineligible
  if (limitUsed + count > entryLimit) return refused('entry_limit', { limit: entryLimit, existing: limitUsed })
  return credits < count ? refused('credit_needed', { tier }) : null
}
