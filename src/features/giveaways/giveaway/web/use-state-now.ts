import { useAtTime } from '#ui/time/use-now.ts'
import type { CardGiveaway } from '../card-giveaway.ts'
import { stateSince } from '../rules.ts'

/** The state of a giveaway by the browser's clock, which also runs its countdown: dates pass while the page is open. */
export const useStateNow = (giveaway: Pick<CardGiveaway, 'state' | 'startDate' | 'endDate' | 'earlyAccessDate'>) =>
  useAtTime(now => stateSince(giveaway, now), giveaway.state)
