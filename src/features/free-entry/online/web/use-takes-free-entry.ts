import type { PageGiveaway } from '#features/giveaways/giveaway/web/load-giveaway.ts'
import { useSettings } from '#kernel/client/site.ts'
import { useAtTime } from '#ui/time/use-now.ts'
import { freeEntryProblem } from '../rules.ts'

/** Whether a giveaway takes free entries online now, by the rule of the form. */
export function useTakesFreeEntry(giveaway: PageGiveaway): boolean {
  const { freeEntry } = useSettings()
  const { state, startDate, endDate, closedAt, closing, subscriptionVisibilityOnly: isForMembers } = giveaway
  const closesAt = closedAt ?? endDate
  const terms = {
    startsAt: new Date(startDate),
    closesAt: closesAt === null ? null : new Date(closesAt),
    isCancelled: closing?.reason === 'cancelled',
    isForMembers,
  }
  const isOpen = state === 'open' || state === 'sold-out'
  return useAtTime(
    now => freeEntryProblem(freeEntry.online, terms, new Date(now)) === null,
    freeEntry.online && isOpen && !isForMembers,
  )
}
