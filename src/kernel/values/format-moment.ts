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

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Formats a shop day with its weekday: "Wednesday, March 4". */
export const formatWeekday = (day: Day): string => WEEKDAY.format(new Date(day))
