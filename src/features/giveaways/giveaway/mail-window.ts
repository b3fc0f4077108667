import { shopDayOf } from '#kernel/values/shop-day.ts'
import { mailWindowEndOf } from './rules.ts'

/** @param timeZone of the giveaway, as its rules were published. */
type Window = { startsAt: Date; closesAt: Date | null; mailInHours: number; timeZone: string }

/** First and last day on which mail counts, both inclusive. `last` is null while the giveaway has no end. */
export const mailWindowOf = ({
  startsAt,
  closesAt,
  mailInHours,
  timeZone,
}: Window): { first: string; last: string | null } => ({
  first: shopDayOf(startsAt, timeZone),
  last: closesAt && shopDayOf(mailWindowEndOf(closesAt, mailInHours), timeZone),
})

/**
 * Why an envelope does not count: it arrived before the giveaway began or after the mail-in window. Staff know the day of arrival but not
 * the hour, so the last day counts in full. A postmark decides nothing (legal: "A postmark is not enough").
 * @param receivedOn YYYY-MM-DD @returns null when the envelope counts.
 */
export function mailProblemOf(window: Window, receivedOn: string): 'too_early_for_mail' | 'mail_too_late' | null {
  const { first, last } = mailWindowOf(window)
  if (receivedOn < first) return 'too_early_for_mail'
  return last && receivedOn > last ? 'mail_too_late' : null
}
