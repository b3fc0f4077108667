import type { Day } from '#kernel/values/shop-day.ts'
import { clockWords, type DayForm, dayWords, utcDay } from './clock/day-words.ts'
import { clockAt } from './clock/shop-clock.ts'

/**
 * Formats a moment identically on every machine: "Mar 3, 2027, 6:00 PM EST".
 * @param zone an IANA name; default: the shop's official zone, which needs no `Intl`.
 */
export function formatMoment(at: Date, zone?: string): string {
  const { shown, name } = clockAt(at, zone)
  return `${dayWords(utcDay(shown), 'short')}, ${clockWords(shown.getUTCHours(), shown.getUTCMinutes())} ${name}`
}

/** Formats a shop day identically everywhere: "Mar 4, 2026", long "March 4, 2026", with its weekday "Wednesday, March 4". */
export const dayInWords = (day: Day, form: DayForm = 'short'): string => dayWords(utcDay(new Date(day)), form)
