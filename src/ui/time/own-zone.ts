import { atFirstUse } from '#platform/values/at-first-use.ts'

/** The time zone of the reader's browser. */
export const ownZone = atFirstUse(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
