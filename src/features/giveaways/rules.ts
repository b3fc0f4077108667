import type { Tier } from '#platform/tiers.ts'

/** customer-side.md section 8: to whoever would enter and is not signed in. */
export const SIGN_IN_TO_ENTER = 'Please sign in to enter giveaways.'

/** customer-side.md section 9: 5 entries per person for Bronze and Silver, 10 for Gold and Platinum. */
const ENTRY_LIMITS: Record<Tier, number> = { Bronze: 5, Silver: 5, Gold: 10, Platinum: 10 }

/** How many entries one person may have; the giveaway's own limit stands above its tier's. */
export const entryLimitOf = (giveaway: { tier: Tier; entryLimit: number | null }): number =>
  giveaway.entryLimit ?? ENTRY_LIMITS[giveaway.tier]

const HOUR_MS = 3_600_000

/** Members may enter so many hours before everybody else, unless an admin sets another moment. */
export const earlyAccessOf = (startsAt: Date, hours: number): Date => new Date(+startsAt - hours * HOUR_MS)

/** When the mail-in window of a closed giveaway ends and its winner is drawn. */
export const drawingDateOf = (closedAt: Date, mailInHours: number): Date => new Date(+closedAt + mailInHours * HOUR_MS)

/**
 * Where a giveaway stands.
 * `draft` staff alone see it · `upcoming` nobody may enter · `early-access` members may · `open` · `sold-out` every slot is taken, mail-in entries
 * still count · `closed` its mail-in window runs, then the draw · `drawn`.
 */
export type GiveawayState = 'draft' | 'upcoming' | 'early-access' | 'open' | 'sold-out' | 'closed' | 'drawn'

export type Moments = {
  startsAt: Date
  endsAt: Date | null
  earlyAccessAt: Date
  closedAt: Date | null
  drawnAt: Date | null
  availableSlots: number
  isDraft?: boolean
}

export function stateOf(giveaway: Moments, now: Date): GiveawayState {
  if (giveaway.isDraft) return 'draft'
  if (giveaway.drawnAt) return 'drawn'
  if (giveaway.closedAt || (giveaway.endsAt && giveaway.endsAt <= now)) return 'closed'
  if (giveaway.availableSlots === 0) return 'sold-out'
  if (giveaway.startsAt <= now) return 'open'
  return giveaway.earlyAccessAt <= now ? 'early-access' : 'upcoming'
}

/** `seesDrafts` is left out of whoever is no staff. */
export type Viewer = { isAdmin: boolean; isSubscriber: boolean; seesDrafts?: boolean } | null

type Terms = { startsAt: Date; earlyAccessAt: Date; subscriptionVisibilityOnly: boolean; isDraft?: boolean }

/** Why somebody does not see a giveaway: it is none of theirs, or its moment for them has not come. */
export type Hidden = 'giveaway_not_found' | 'hidden_until_early_access' | 'hidden_until_start'

/**
 * Who sees a giveaway (customer-side.md section 4): admins always, subscribers from its early access, others from its start;
 * one for members only is for subscribers alone, a draft for staff who may read giveaways. Guests are not told of what is to come.
 * @returns null for whoever sees it.
 */
export function hiddenFrom(viewer: Viewer, giveaway: Terms, now: Date): Hidden | null {
  const isMember = viewer?.isSubscriber ?? false
  if (giveaway.isDraft) return viewer?.seesDrafts ? null : 'giveaway_not_found'
  if (viewer?.isAdmin) return null
  if (giveaway.subscriptionVisibilityOnly && !isMember) return 'giveaway_not_found'
  if ((isMember ? giveaway.earlyAccessAt : giveaway.startsAt) <= now) return null
  if (!viewer) return 'giveaway_not_found'
  return isMember ? 'hidden_until_early_access' : 'hidden_until_start'
}

/** The last birth date of those who are old enough on a day, as YYYY-MM-DD: the server's proof of age. */
export function bornUntil(now: Date, minimumAge: number): string {
  const date = new Date(now)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() - minimumAge)
  // 29 February has no brother in a common year: who is born on it comes of age on 1 March.
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}

/**
 * The free slot next to one that was lost; the lower one of two that are as near.
 * @param isTaken tells it of slots 1 to `totalSlots`.
 */
export function nearestFree(
  slot: number,
  totalSlots: number,
  isTaken: (slot: number) => boolean,
  not: ReadonlySet<number>,
): number | undefined {
  const isFree = (candidate: number) =>
    candidate >= 1 && candidate <= totalSlots && !isTaken(candidate) && !not.has(candidate)
  for (let distance = 1; distance < totalSlots + slot; distance++) {
    if (isFree(slot - distance)) return slot - distance
    if (isFree(slot + distance)) return slot + distance
  }
  return undefined
}

/** A name that tells its owner and nobody else: the first letters alone. */
export const maskedName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map(word => `${[...word][0] ?? ''}•••`)
    .join(' ')
