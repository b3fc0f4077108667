const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const SHORT_LETTERS = 3

export type DayForm = 'short' | 'long' | 'weekday' | 'month'

/** A day of a calendar; `month` begins at 0 and `weekday` at Sunday, as in `Date`. */
type CalendarDay = { year: number; month: number; date: number; weekday: number }

/**
 * Formats a day as `Intl` does in American English, without its cost: "Mar 4, 2026", long "March 4, 2026", with its weekday
 * "Wednesday, March 4", in the narrowest places "Mar 4".
 */
export function dayWords({ year, month, date, weekday }: CalendarDay, form: DayForm): string {
  const name = MONTHS[month]!
  const short = `${name.slice(0, SHORT_LETTERS)} ${date}`
  if (form === 'month') return short
  if (form === 'weekday') return `${WEEKDAYS[weekday]}, ${name} ${date}`
  return form === 'long' ? `${name} ${date}, ${year}` : `${short}, ${year}`
}

/** Formats a time of day: "6:05 PM". */
export const clockWords = (hours: number, minutes: number): string =>
  `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`

/** The day that `at` has in UTC. @throws RangeError for an invalid date. */
export function utcDay(at: Date): CalendarDay {
  requireTime(at)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate(), weekday: at.getUTCDay() }
}

/** The day that `at` has in the zone of this machine. @throws RangeError for an invalid date. */
export function ownDay(at: Date): CalendarDay {
  requireTime(at)
  return { year: at.getFullYear(), month: at.getMonth(), date: at.getDate(), weekday: at.getDay() }
}

function requireTime(at: Date): void {
  if (Number.isNaN(at.getTime())) throw new RangeError('Invalid time value')
}
