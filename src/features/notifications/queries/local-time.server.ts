import { regionOf } from '#kernel/shipping/us-states.ts'

/** No SMS from 21:00 to 8:00 in the recipient's local time (TCPA, 47 CFR 64.1200(c)(1)). */
const FROM_HOUR = 21
const UNTIL_HOUR = 8

const wallClock = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(+at).toZonedDateTimeISO(zone)

/**
 * The earliest time at which an SMS may be sent: `at`, or the next 8:00. With two possible zones, both must be in the day. Local times
 * decide, so a night in which the clocks change may last 10 or 12 hours.
 * @param zones IANA names, at least one.
 * @returns `at` itself during the day.
 */
export function sendableFrom(at: Date, zones: readonly string[]): Date {
  const late = zones.map(zone => nextMorning(at, zone)).filter(morning => morning !== undefined)
  if (late.length === 0) return at
  return sendableFrom(new Date(Math.max(...late)), zones)
}

/** Milliseconds since the epoch of the 8:00 that ends the night around `at`; undefined during the day. */
function nextMorning(at: Date, zone: string): number | undefined {
  const local = wallClock(at, zone)
  if (local.hour >= UNTIL_HOUR && local.hour < FROM_HOUR) return undefined
  const day = local.toPlainDate().add({ days: local.hour >= FROM_HOUR ? 1 : 0 })
  return day.toZonedDateTime({ timeZone: zone, plainTime: { hour: UNTIL_HOUR } }).epochMilliseconds
}

/** The first day of the calendar month in the recipient's zone, as YYYY-MM-DD. The monthly SMS cap counts by it. */
export const monthOf = (at: Date, zones: readonly string[]): string =>
  wallClock(at, zones[0]!).toPlainDate().with({ day: 1 }).toString()

/** Zones for a user without a known location, with the shop's own: day in all is day from coast to coast. The first decides the month. */
const ANYWHERE = ['America/New_York', 'America/Los_Angeles']

/**
 * The states of each zone. A state that spans zones is listed in each: the Navajo Nation in Arizona changes its clocks, and West Wendover
 * in Nevada uses the zone east of it.
 */
const ZONES: Record<string, readonly string[]> = {
  'America/New_York': [
    'CT',
    'DC',
    'DE',
    'FL',
    'GA',
    'IN',
    'KY',
    'MA',
    'MD',
    'ME',
    'MI',
    'NC',
    'NH',
    'NJ',
    'NY',
    'OH',
    'PA',
    'RI',
    'SC',
    'TN',
    'VA',
    'VT',
    'WV',
  ],
  'America/Chicago': [
    'AL',
    'AR',
    'FL',
    'IA',
    'IL',
    'IN',
    'KS',
    'KY',
    'LA',
    'MI',
    'MN',
    'MO',
    'MS',
    'ND',
    'NE',
    'OK',
    'SD',
    'TN',
    'TX',
    'WI',
  ],
  'America/Denver': ['AZ', 'CO', 'ID', 'KS', 'MT', 'ND', 'NE', 'NM', 'NV', 'OR', 'SD', 'TX', 'UT', 'WY'],
  'America/Phoenix': ['AZ'],
  'America/Los_Angeles': ['CA', 'ID', 'NV', 'OR', 'WA'],
  'America/Anchorage': ['AK'],
  'America/Adak': ['AK'],
  'Pacific/Honolulu': ['HI'],
  'America/Puerto_Rico': ['PR', 'VI'],
  'Pacific/Guam': ['GU', 'MP'],
  'Pacific/Pago_Pago': ['AS'],
}

/** Whether Temporal knows a zone. Intl accepts old names, such as `SystemV/PST8`, that Temporal does not know. */
const isZone = (name: string) => {
  try {
    return Boolean(Temporal.Now.zonedDateTimeISO(name))
  } catch {
    return false
  }
}

/**
 * The possible time zones of a user: the browser's zone; else the zones of the shipping address's state, which may be two; else those of
 * both coasts and of the shop.
 * @param state as typed into the address: a code or a name in any case.
 * @returns at least one IANA name.
 */
export function zonesOf(
  { timeZone, state }: { timeZone: string | null; state: string | null },
  shopZone: string,
): string[] {
  if (timeZone && isZone(timeZone)) return [timeZone]
  const code = regionOf(state ?? '')
  const zones = code ? Object.keys(ZONES).filter(zone => ZONES[zone]!.includes(code)) : []
  return zones.length > 0 ? zones : [...new Set([...ANYWHERE, shopZone])]
}
