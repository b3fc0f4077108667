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
