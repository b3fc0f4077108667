import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.server.ts'

/** One batch of announcements. `after` is the last user of the batch before. */
export const ALERT_PEOPLE = defineJob('alert-people', { giveawayId: z.uuid(), after: z.string().nullable() })
/** One batch of notices about a cancellation at the time `at`. `after` is the last participant of the batch before. */
export const TELL_CANCELLED = defineJob('tell-cancelled', { giveawayId: z.uuid(), at: z.string(), after: z.string() })
/** Entrants of a giveaway whose terms changed. `after` is the last user of the batch before. */
export const LOOK_AT_ENTRANTS = defineJob('look-at-entrants', { giveawayId: z.uuid(), after: z.string() })
export const AUTO_ENTER = defineJob('auto-enter', { giveawayId: z.uuid() })
