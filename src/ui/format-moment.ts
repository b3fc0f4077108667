import { SHOP_ZONE } from '#platform/shop-day.ts'

/**
 * A moment in words, the same on every machine: "Mar 3, 2027, 6:00 PM MST".
 * @param zone an IANA name; the official zone of the shop when left out.
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
  // Newer language data puts a narrow no-break space before AM and PM; server and browser must agree.
  return text.replaceAll('\u202f', ' ')
}
