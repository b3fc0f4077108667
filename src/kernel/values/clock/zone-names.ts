/** Zones of the United States with their display names, which browsers and servers of any release say alike. */
export const US_ZONES: Readonly<Record<string, { long: string; short: string; about?: string }>> = {
  'America/New_York': { long: 'Eastern time', short: 'ET' },
  'America/Chicago': { long: 'Central time', short: 'CT' },
  'America/Denver': { long: 'Mountain time', short: 'MT' },
  'America/Phoenix': { long: 'Arizona time', short: 'MST', about: 'no daylight saving time' },
  'America/Los_Angeles': { long: 'Pacific time', short: 'PT' },
  'America/Anchorage': { long: 'Alaska time', short: 'AKT' },
  'Pacific/Honolulu': { long: 'Hawaii time', short: 'HST' },
  'America/Puerto_Rico': { long: 'Atlantic time', short: 'AST', about: 'no daylight saving time' },
  'Pacific/Guam': { long: 'Chamorro time', short: 'ChST' },
  'Pacific/Pago_Pago': { long: 'Samoa time', short: 'SST' },
}

/** IANA names: letters and digits between slashes. Offsets such as `+05:00` mean opposite things to PostgreSQL and to JavaScript. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

/** Whether JavaScript knows a time zone by this name. */
export function isZoneName(name: string): boolean {
  if (!NAME.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** Display name of a zone, with a short form: "Eastern time" and "ET". @throws RangeError for an unknown zone. */
export function zoneWords(zone: string): { long: string; short: string } {
  const us = US_ZONES[zone]
  if (us) return { long: us.long, short: us.short }
  const [long, short] = (['longGeneric', 'shortGeneric'] as const).map(timeZoneName =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName })
      .formatToParts(NOON)
      .find(({ type }) => type === 'timeZoneName')!
      .value.replace(/ Time$/, ' time'),
  )
  return { long: long!, short: short! }
}

/** A name in general does not depend on the moment. */
const NOON = Date.UTC(2024, 0, 1, 12)
