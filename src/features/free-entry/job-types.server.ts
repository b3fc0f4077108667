import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.server.ts'

/** Mailed entries of an e-mail address that has an account now. */
export const ADOPT_MAIL_ENTRIES = defineJob('adopt-mail-entries', { userId: z.string() })
/** The nightly simulation of one giveaway's draw. */
export const SIMULATE_PARITY = defineJob('simulate-parity', { giveawayId: z.uuid() })
