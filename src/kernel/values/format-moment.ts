import { type Day, SHOP_ZONE } from '#kernel/values/shop-day.ts'

/**
 * Formats a moment identically on every machine: "Mar 3, 2027, 6:00 PM MST".
 * @param zone an IANA name; default: the shop's official zone.
 */
export function formatMoment(at: Date, zone = SHOP_ZONE): string {
  const text = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(at)
  // Newer locale data has a narrow no-break space before AM and PM. Server and browser must match.
  return text.replaceAll('\u202f', ' ')
}

const dayForm = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const DAY_FORMS = {
  short: dayForm({ dateStyle: 'medium' }),
  long: dayForm({ dateStyle: 'long' }),
  weekday: dayForm({ weekday: 'long', month: 'long', day: 'numeric' }),
}

/** Formats a shop day identically everywhere: "Mar 4, 2026", long "March 4, 2026", with its weekday "Wednesday, March 4". */
export const dayInWords = (day: Day, form: keyof typeof DAY_FORMS = 'short'): string =>
  DAY_FORMS[form].format(new Date(day))
