import { HOUR_MS } from '#kernel/values/durations.ts'
import type { AdminGiveaway } from '../../../giveaway/admin-contract.ts'
import { ANNOUNCED_HOURS } from '../../../giveaway/rules.ts'

const TOLD = [
  ['sendPremiumEmails', 'members by e-mail'],
  ['sendFreeUserEmails', 'free users by e-mail'],
  ['sendPremiumSMS', 'members by SMS'],
  ['sendFreeUserSMS', 'free users by SMS'],
] as const

/** Recipients of the announcement, which leaves once, 48 hours before the start, or now when that moment has passed. */
export function announcedInWords(giveaway: AdminGiveaway): string {
  const told = TOLD.filter(([flag]) => giveaway[flag]).map(([, words]) => words)
  if (told.length === 0) return 'No e-mail or SMS announces it.'
  const isLate = +new Date(giveaway.startDate) - Date.now() < ANNOUNCED_HOURS * HOUR_MS
  return `It is announced once, ${isLate ? 'now' : `${ANNOUNCED_HOURS} hours before the start`}, to those who want it: ${told.join(', ')}.`
}
