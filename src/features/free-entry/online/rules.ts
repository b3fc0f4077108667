/** The link of the e-mail works for this time. */
export const CONFIRM_HOURS = 48

type Terms = {
  startsAt: Date
  closesAt: Date | null
  isCancelled: boolean
  isForMembers: boolean
}
export type FreeEntryProblem =
  | 'free_entry_off'
  | 'giveaway_cancelled'
  | 'giveaway_ended'
  | 'free_entry_for_members'
  | 'free_entry_not_yet'

/** Why a giveaway takes no free entry online now; null while it does. Free entries count while the giveaway is open, as bought ones do. */
export function freeEntryProblem(isOnline: boolean, terms: Terms, now: Date): FreeEntryProblem | null {
  if (!isOnline) return 'free_entry_off'
  if (terms.isCancelled) return 'giveaway_cancelled'
  if (terms.closesAt && terms.closesAt <= now) return 'giveaway_ended'
  if (terms.isForMembers) return 'free_entry_for_members'
  return terms.startsAt > now ? 'free_entry_not_yet' : null
}
