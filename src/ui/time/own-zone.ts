import { atFirstCall } from '#platform/values/at-first-call.ts'

/** The time zone of the reader's browser. */
export const ownZone = atFirstCall(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
