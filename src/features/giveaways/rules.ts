import type { Tier } from '#platform/tiers.ts'

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
 * `upcoming` nobody may enter · `early-access` members may · `open` · `sold-out` every slot is taken, mail-in entries
 * still count · `closed` its mail-in window runs, then the draw · `drawn`.
 */
export type GiveawayState = 'upcoming' | 'early-access' | 'open' | 'sold-out' | 'closed' | 'drawn'

export type Moments = {
  startsAt: Date
  endsAt: Date | null
  earlyAccessAt: Date
  closedAt: Date | null
  drawnAt: Date | null
  availableSlots: number
}

export function stateOf(giveaway: Moments, now: Date): GiveawayState {
  if (giveaway.drawnAt) return 'drawn'
  if (giveaway.closedAt || (giveaway.endsAt && giveaway.endsAt <= now)) return 'closed'
  if (giveaway.availableSlots === 0) return 'sold-out'
  if (giveaway.startsAt <= now) return 'open'
  return giveaway.earlyAccessAt <= now ? 'early-access' : 'upcoming'
}

type Viewer = { isAdmin: boolean; isSubscriber: boolean } | null

/**
 * Who sees a giveaway (customer-side.md section 6): guests those that have started, signed-in users also those to come,
 * members also those for members only, admins all.
 */
export function isVisibleTo(
  viewer: Viewer,
  giveaway: { startsAt: Date; subscriptionVisibilityOnly: boolean },
  now: Date,
): boolean {
  if (viewer?.isAdmin) return true
  if (giveaway.subscriptionVisibilityOnly && !viewer?.isSubscriber) return false
  return viewer !== null || giveaway.startsAt <= now
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
