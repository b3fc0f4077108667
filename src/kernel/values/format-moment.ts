import { type Day, SHOP_ZONE } from '#kernel/values/shop-day.ts'
import { clockWords, type DayForm, dayWords, utcDay } from './clock/day-words.ts'
import { shopClockAt } from './clock/shop-clock.ts'

/**
 * Formats a moment identically on every machine: "Mar 3, 2027, 6:00 PM MST".
 * @param zone an IANA name; default: the shop's official zone, which needs no `Intl`.
 */
export function formatMoment(at: Date, zone = SHOP_ZONE): string {
  const clock = zone === SHOP_ZONE ? shopClockAt(at) : undefined
  if (!clock) return formatInZone(at, zone)
  const { shown, name } = clock
  return `${dayWords(utcDay(shown), 'short')}, ${clockWords(shown.getUTCHours(), shown.getUTCMinutes())} ${name}`
}

const MOMENT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
/** By zone: to make one takes much longer than to format with it. */
const MOMENT_FORMS = new Map<string, Intl.DateTimeFormat>()

function formatInZone(at: Date, zone: string): string {
  let form = MOMENT_FORMS.get(zone)
  if (!form) {
    form = new Intl.DateTimeFormat('en-US', { ...MOMENT, timeZone: zone })
    MOMENT_FORMS.set(zone, form)
  }
  // Newer locale data has a narrow no-break space before AM and PM. Server and browser must match.
  return form.format(at).replaceAll('\u202f', ' ')
}

/** Formats a shop day identically everywhere: "Mar 4, 2026", long "March 4, 2026", with its weekday "Wednesday, March 4". */
export const dayInWords = (day: Day, form: DayForm = 'short'): string => dayWords(utcDay(new Date(day)), form)
