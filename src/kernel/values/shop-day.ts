import { clockAt, shopZones } from './clock/shop-clock.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'

/**
 * A day of the shop, `2026-03-02`. Days sort as strings. Days are always chosen, counted and grouped in the shop's zone, so that every
 * reader sees equal days. SQL has `shop_day`.
 */
export type Day = string

const DAY_LETTERS = '2026-03-02'.length

/** Returns the shop's day at a moment. @param zone default: the zone that holds for the shop then. */
export const shopDayOf = (at: Date, zone?: string): Day => clockAt(at, zone).shown.toISOString().slice(0, DAY_LETTERS)

/** Adds calendar days; negative `days` subtract. Daylight saving time does not matter. */
export const daysAfter = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DAY_LETTERS)

/** No zone is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS

/** First moment of a day by the clock of a zone, in milliseconds. Where a clock skips midnight, the day begins at 1:00. */
export function startIn(zone: string, day: Day): number {
  const midnight = Date.parse(day)
  const begun = [-FURTHEST_MS, FURTHEST_MS]
    .map(near => midnight - clockAt(new Date(midnight + near), zone).offset)
    .filter(at => shopDayOf(new Date(at), zone) >= day)
  return Math.min(...begun)
}

/** First moment of a shop day, which has 23, 24 or 25 hours, and others where the shop changes its zone. */
export function startOfShopDay(day: Day): Date {
  const zones = shopZones()
  for (const [index, { zone, since }] of zones.entries()) {
    const start = startIn(zone, day)
    if (start < (zones[index + 1]?.since ?? Infinity)) return new Date(Math.max(start, since))
  }
  throw new RangeError('The last zone has no end')
}

/** First moment after a shop day. @param zone of a promise that an earlier zone of the shop made. */
export function endOfShopDay(day: Day, zone?: string): Date {
  const next = daysAfter(day, 1)
  return zone === undefined ? startOfShopDay(next) : new Date(startIn(zone, next))
}
