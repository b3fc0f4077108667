import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.server.ts'

/** One batch of announcements. `after` is the last user of the batch before. */
export const ALERT_PEOPLE = defineJob('alert-people', { giveawayId: z.uuid(), after: z.string().nullable() })
/** One batch of notices about a cancellation at the time `at`. `after` is the last participant of the batch before. */
export const TELL_CANCELLED = defineJob('tell-cancelled', { giveawayId: z.uuid(), at: z.string(), after: z.string() })
/** One batch of notices that a list is frozen. `after` is the last participant of the batch before. */
export const TELL_FROZEN = defineJob('tell-frozen', { giveawayId: z.uuid(), after: z.string() })
/** Asks for the time stamps of frozen lists. */
export const STAMP_FREEZES = defineJob('stamp-freezes')
export const SEAL_GIVEAWAY_SEEDS = defineJob('seal-giveaway-seeds')
/** Mailed entries of an e-mail address that has an account now. */
export const ADOPT_MAIL_ENTRIES = defineJob('adopt-mail-entries', { userId: z.string() })
/** Entrants of a giveaway whose terms changed. `after` is the last user of the batch before. */
export const LOOK_AT_ENTRANTS = defineJob('look-at-entrants', { giveawayId: z.uuid(), after: z.string() })
/** The nightly simulation of one giveaway's draw. */
export const SIMULATE_PARITY = defineJob('simulate-parity', { giveawayId: z.uuid() })
export const AUTO_ENTER = defineJob('auto-enter', { giveawayId: z.uuid() })
/** Handled by winners, which come later in the order of features. */
export const WINNER_DRAWN = defineJob('winner-drawn', { giveawayId: z.uuid() })
