import { drawingDateOf } from './rules.ts'

/** The zone in which giveaways close, and in which a day of theirs begins and ends. */
const OFFICIAL_ZONE = 'America/Denver'
const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: OFFICIAL_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day of a moment in the official zone, YYYY-MM-DD. */
export const officialDay = (at: Date): string => DAY.format(at)

type Window = { startsAt: Date; closesAt: Date | null; mailInHours: number }

/** The days on which an envelope may come and count, both included; `last` null while the giveaway has no end. */
export const mailWindowOf = ({ startsAt, closesAt, mailInHours }: Window): { first: string; last: string | null } => ({
  first: officialDay(startsAt),
  last: closesAt && officialDay(drawingDateOf(closesAt, mailInHours)),
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
