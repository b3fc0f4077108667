import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/values/durations.ts'
import { endOfShopDay, shopDayOf } from '#kernel/values/shop-day.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { formatCount } from '#platform/values/format-count.ts'

/** Shown to a guest who tries to enter. */
export const SIGN_IN_TO_ENTER = 'Please sign in to enter giveaways.'

/** Chances in a draw that would happen now: a user's entries in it, and all entries that it would choose from. */
export type Odds = { own: number; all: number }

/** "3 in 87", on every screen; null without an own entry in the draw. */
export const oddsInWords = ({ own, all }: Odds): string | null =>
  own > 0 ? `${formatCount(own)} in ${formatCount(all)}` : null

/** Start of early access: members may enter `hours` before the start, unless staff set another moment. */
export const earlyAccessOf = (startsAt: Date, hours: number): Date => new Date(+startsAt - hours * HOUR_MS)

/** When the mail-in window of a closed giveaway ends. The shop's day of this moment counts whole. */
export const mailWindowEndOf = (closedAt: Date, mailInHours: number): Date =>
  new Date(+closedAt + mailInHours * HOUR_MS)

/** Hours after the last day of the mail-in window, to register the cards of that day. */
export const REGISTER_HOURS = 12

/** When the list of a closed giveaway is frozen. @param timeZone of the giveaway */
export function freezeDateOf(closedAt: Date, mailInHours: number, timeZone: string): Date {
  const lastDay = shopDayOf(mailWindowEndOf(closedAt, mailInHours), timeZone)
  return new Date(+endOfShopDay(lastDay, timeZone) + REGISTER_HOURS * HOUR_MS)
}

/**
 * The zone of a giveaway's days and rules is the shop's zone at the publication, so that a change of the shop's zone moves no published
 * moment. A draft has the present zone of the shop.
 */
export const zoneOfGiveaway = (giveaway: { published_at: Date | null }, now: Date): string =>
  shopZoneAt(giveaway.published_at ?? now)

/** Winners are notified within this time after the draw, by the sweepstakes rules. SQL gets the deadline with the draw's row. */
export const NOTIFY_HOURS = 72
export const notifyByOf = (selectedAt: Date): Date => new Date(+selectedAt + NOTIFY_HOURS * HOUR_MS)

/** Days from the notice in which a winner can answer. */
export const ANSWER_DAYS = 7

/** Hours between a giveaway's announcement and its start. */
export const ANNOUNCED_HOURS = 48

/**
 * State of a giveaway.
 * `draft` only staff see it · `upcoming` entry is not possible yet · `early-access` members may enter · `open` · `sold-out` every slot is
 * taken, mail-in entries still count · `closed` the mail-in window runs, then the draw · `drawn`.
 */
export const GIVEAWAY_STATES = ['draft', 'upcoming', 'early-access', 'open', 'sold-out', 'closed', 'drawn'] as const
export type GiveawayState = (typeof GIVEAWAY_STATES)[number]

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

/** A giveaway as a screen read it. */
type Read = { state: GiveawayState; startDate: string; endDate: string | null; earlyAccessDate: string }

/** The state of a giveaway that was read earlier: its dates pass while the page is open. */
export function stateSince({ state, startDate, endDate, earlyAccessDate }: Read, now: number): GiveawayState {
  if (state === 'draft' || state === 'closed' || state === 'drawn') return state
  return stateOf(
    {
      startsAt: new Date(startDate),
      endsAt: endDate === null ? null : new Date(endDate),
      earlyAccessAt: new Date(earlyAccessDate),
      closedAt: null,
      drawnAt: null,
      availableSlots: state === 'sold-out' ? 0 : 1,
    },
    new Date(now),
  )
}

/** From this many hours on, time left is said in days. */
const HOURS_IN_WORDS = 72

/** Time left in words, rounded up: "48 hours", "1 hour", "5 minutes". */
export function timeLeftInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE_MS))
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.ceil(minutes / 60)
  return hours <= HOURS_IN_WORDS ? counted(hours, 'hour') : counted(Math.ceil(minutes / (24 * 60)), 'day')
}

/** `seesDrafts` is set only for staff. */
export type Viewer = { isAdmin: boolean; isSubscriber: boolean; seesDrafts?: boolean } | null

type Terms = {
  startsAt: Date
  earlyAccessAt: Date
  subscriptionVisibilityOnly: boolean
  isDraft?: boolean
  /** The entries are frozen for the draw. */
  isFrozen?: boolean
}

/** Why a viewer does not see a giveaway: no access, or not visible yet. */
export type Hidden = 'giveaway_not_found' | 'hidden_until_early_access' | 'hidden_until_start'

/**
 * Visibility of a giveaway. Staff see every published giveaway; members see it from early access, other users from the start.
 * A members-only giveaway is visible to members and staff, a draft to staff who may read giveaways. Guests get no hint of upcoming
 * giveaways. A frozen giveaway is visible to everyone, because everyone may check its draw.
 * @returns null when the viewer sees the giveaway.
 */
export function hiddenFrom(viewer: Viewer, giveaway: Terms, now: Date): Hidden | null {
  const isMember = viewer?.isSubscriber ?? false
  if (giveaway.isDraft) return viewer?.seesDrafts ? null : 'giveaway_not_found'
  if (viewer?.isAdmin || giveaway.isFrozen) return null
  if (giveaway.subscriptionVisibilityOnly && !isMember) return 'giveaway_not_found'
  if ((isMember ? giveaway.earlyAccessAt : giveaway.startsAt) <= now) return null
  if (!viewer) return 'giveaway_not_found'
  return isMember ? 'hidden_until_early_access' : 'hidden_until_start'
}

/**
 * The free slot nearest to a lost one; the lower slot wins a tie.
 * @param isTaken is called for slots 1 to `totalSlots`.
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

/** A masked name: only the owner recognises it from its first letters. */
export const maskedName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map(word => `${[...word][0] ?? ''}•••`)
    .join(' ')

/** Years after the draw or the cancellation for which scans of mailed cards are kept. */
export const SCAN_YEARS = 1
