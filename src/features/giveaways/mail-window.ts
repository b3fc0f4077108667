import { shopDayOf } from '#platform/shop-day.ts'
import { drawingDateOf } from './rules.ts'

type Window = { startsAt: Date; closesAt: Date | null; mailInHours: number }

/** The days on which an envelope may come and count, both included; `last` null while the giveaway has no end. */
export const mailWindowOf = ({ startsAt, closesAt, mailInHours }: Window): { first: string; last: string | null } => ({
  first: shopDayOf(startsAt),
  last: closesAt && shopDayOf(drawingDateOf(closesAt, mailInHours)),
})

/**
 * Why an envelope does not count: it came before the giveaway began, or after the mail-in window. Whoever receives mail knows the day and
 * not the hour, so the window's last day counts whole. A postmark decides nothing (legal: "A postmark is not enough").
 * @param receivedOn YYYY-MM-DD @returns null when it counts.
 */
export function mailProblemOf(window: Window, receivedOn: string): 'too_early_for_mail' | 'mail_too_late' | null {
  const { first, last } = mailWindowOf(window)
  if (receivedOn < first) return 'too_early_for_mail'
  return last && receivedOn > last ? 'mail_too_late' : null
}

const WORDS = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })

/** A day in words, the same in every zone: "Nov 16, 2026". @param day YYYY-MM-DD */
export const dayInWords = (day: string): string => WORDS.format(new Date(`${day}T00:00:00Z`))
