import { defineJob } from '#platform/jobs/jobs.server.ts'

/** Tells confirmed requests that the shop is open. */
export const TELL_OPENED = defineJob('tell-opened')
