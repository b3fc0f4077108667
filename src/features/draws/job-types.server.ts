import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.server.ts'

/** One batch of notices that a list is frozen. `after` is the last participant of the batch before. */
export const TELL_FROZEN = defineJob('tell-frozen', { giveawayId: z.uuid(), after: z.string() })
/** Asks for the time stamps of frozen lists. */
export const STAMP_FREEZES = defineJob('stamp-freezes')
/** Handled by winners, which come later in the order of features. */
export const WINNER_DRAWN = defineJob('winner-drawn', { giveawayId: z.uuid() })
