import type { AdminGiveaway } from '../giveaway/admin-contract.ts'

/** Fixed once a public giveaway is closed (`giveaway_closed`). */
export const CLOSED_FIELDS = ['tier', 'totalSlots', 'entryLimit', 'startDate', 'endDate', 'earlyAccessDate'] as const
/** Who may enter. Fixed once the list is sealed (`giveaway_closed`). */
export const SEALED_FIELDS = ['eligibleStates', 'minimumAge'] as const
/** What the winner gets. Fixed once the list is sealed (`prize_fixed`). */
export const PRIZE_FIELDS = ['title', 'description', 'value'] as const
/** Fixed by entries, because the log of the draw names them (`tier_fixed`, `terms_fixed`). */
const ENTERED_FIELDS = ['tier', 'totalSlots', 'entryLimit', 'startDate'] as const

const isClosed = ({ state }: AdminGiveaway): boolean => state === 'closed' || state === 'drawn'
export const isSealed = ({ state, frozenAt }: AdminGiveaway): boolean => state === 'drawn' || frozenAt !== null

/** The fields of a giveaway that a change is refused for. */
export function fixedFields(giveaway: AdminGiveaway) {
  const sealed = isSealed(giveaway) ? [...SEALED_FIELDS, ...PRIZE_FIELDS] : []
  if (isClosed(giveaway)) return [...sealed, ...CLOSED_FIELDS]
  return giveaway.entriesCount > 0 ? ENTERED_FIELDS : []
}
