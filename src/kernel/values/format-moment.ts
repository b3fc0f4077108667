import { type Day, SHOP_ZONE } from '#kernel/values/shop-day.ts'
import { atFirstUse } from '#platform/values/at-first-use.ts'

/**
 * Formats a moment identically on every machine: "Mar 3, 2027, 6:00 PM MST".
 * @param zone an IANA name; default: the shop's official zone.
 */
export function formatMoment(at: Date, zone = SHOP_ZONE): string {
  let form = MOMENT_FORMS.get(zone)
  if (!form) {
    form = new Intl.DateTimeFormat('en-US', { ...MOMENT, timeZone: zone })
    MOMENT_FORMS.set(zone, form)
  }
  // Newer locale data has a narrow no-break space before AM and PM. Server and browser must match.
  return form.format(at).replaceAll('\u202f', ' ')
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

const dayForm = (options: Intl.DateTimeFormatOptions) =>
  atFirstUse(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }))
const DAY_FORMS = {
  short: dayForm({ dateStyle: 'medium' }),
  long: dayForm({ dateStyle: 'long' }),
  weekday: dayForm({ weekday: 'long', month: 'long', day: 'numeric' }),
}

/** Formats a shop day identically everywhere: "Mar 4, 2026", long "March 4, 2026", with its weekday "Wednesday, March 4". */
export const dayInWords = (day: Day, form: keyof typeof DAY_FORMS = 'short'): string =>
  DAY_FORMS[form]().format(new Date(day))
