/** No SMS from 9 in the evening to 8 in the morning, by the clock on the recipient's wall (TCPA, 47 CFR 64.1200(c)(1)). */
const FROM_HOUR = 21
const UNTIL_HOUR = 8

const wallClock = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(+at).toZonedDateTimeISO(zone)

/**
 * When an SMS may be sent: now, or at the next 8 in the morning. Where somebody may be in one of two zones, it has to be day
 * in both. Wall clock times, so a night of 10 or 12 hours when the clocks change is just that.
 * @param zones IANA names, at least one.
 * @returns `at` itself when it is day.
 */
export function sendableFrom(at: Date, zones: readonly string[]): Date {
  const late = zones.map(zone => nextMorning(at, zone)).filter(morning => morning !== undefined)
  if (late.length === 0) return at
  return sendableFrom(new Date(Math.max(...late)), zones)
}

/** Milliseconds since the epoch of the morning that ends the night of a moment; undefined by day. */
function nextMorning(at: Date, zone: string): number | undefined {
  const local = wallClock(at, zone)
  if (local.hour >= UNTIL_HOUR && local.hour < FROM_HOUR) return undefined
  const day = local.toPlainDate().add({ days: local.hour >= FROM_HOUR ? 1 : 0 })
  return day.toZonedDateTime({ timeZone: zone, plainTime: { hour: UNTIL_HOUR } }).epochMilliseconds
}

/** The first day of the calendar month on the recipient's wall, as YYYY-MM-DD: what the cap of SMS counts by. */
export const monthOf = (at: Date, zones: readonly string[]): string =>
  wallClock(at, zones[0]!).toPlainDate().with({ day: 1 }).toString()
