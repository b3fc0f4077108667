import { atFirstCall } from '#platform/values/at-first-call.ts'
import { shopClockAt } from './clock/shop-clock.ts'
import { DAY_MS, MINUTE_MS } from './durations.ts'

/**
 * The shop's official zone: giveaways close by Mountain time. Days are always chosen, counted and grouped in this zone, so that every
 * reader sees equal days.
 */
export const SHOP_ZONE = 'America/Denver'

/** Display name of the zone, with a short form for narrow places. */
export const SHOP_ZONE_NAME = { long: 'Mountain time', short: 'MT' } as const

/** A day of the shop, `2026-03-02`. Days sort as strings. */
export type Day = string

const DAY_LETTERS = '2026-03-02'.length
const PARTS = { timeZone: SHOP_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' } as const
const parts = atFirstCall(() => new Intl.DateTimeFormat('en-CA', PARTS))

/** Returns the shop's day at a moment. */
export const shopDayOf = (at: Date): Day =>
  shopClockAt(at)?.shown.toISOString().slice(0, DAY_LETTERS) ?? parts().format(at)

/** Adds calendar days; negative `days` subtract. Daylight saving time does not matter. */
export const daysAfter = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const OFFSET = { timeZone: SHOP_ZONE, timeZoneName: 'longOffset' } as const
const offset = atFirstCall(() => new Intl.DateTimeFormat('en-US', OFFSET))

/** The zone's offset from UTC at a moment, in milliseconds; negative west of Greenwich. */
function offsetAt(at: number): number {
  const clock = shopClockAt(new Date(at))
  if (clock) return clock.offset
  const name = offset()
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
}

/** First moment after a shop day, which has 23, 24 or 25 hours. */
export function endOfShopDay(day: Day): Date {
  const midnight = Date.parse(daysAfter(day, 1))
  // The offset of a near moment leads to the midnight, whose own offset decides.
  return new Date(midnight - offsetAt(midnight - offsetAt(midnight)))
}
