import { HOUR_MS } from '../durations.ts'

/**
 * The law's rule for Mountain time since 2007: daylight saving time from the second Sunday of March to the first of November, at two o'clock.
 * A test compares it with the time zone data of Node, so that a change of the law is seen with the next Node.
 */
const STANDARD = { offset: -7 * HOUR_MS, name: 'MST' }
const DAYLIGHT = { offset: -6 * HOUR_MS, name: 'MDT' }
const [MARCH, NOVEMBER] = [2, 10]

/** Years outside are typed by mistake, and other rules were law before. */
const FIRST_MS = Date.UTC(2007, 0, 2)
const LAST_MS = Date.UTC(9999, 11, 30)

type ShopClock = {
  name: string
  /** From UTC, in milliseconds; negative west of Greenwich. */
  offset: number
  /** Its fields in UTC are those that the shop's clock shows. */
  shown: Date
}

/** Returns the shop's clock at a moment, without `Intl`; undefined where the rule does not hold. */
export function shopClockAt(at: Date): ShopClock | undefined {
  const ms = at.getTime()
  if (!(ms >= FIRST_MS && ms < LAST_MS)) return
  const year = at.getUTCFullYear()
  const isDaylight =
    ms >= changeAt(year, MARCH, 2, STANDARD.offset) && ms < changeAt(year, NOVEMBER, 1, DAYLIGHT.offset)
  const { name, offset } = isDaylight ? DAYLIGHT : STANDARD
  return { name, offset, shown: new Date(ms + offset) }
}

/** The moment at which the `nth` Sunday of a month is two o'clock by the clock that ends. */
function changeAt(year: number, month: number, nth: number, offset: number): number {
  const firstWeekday = new Date(Date.UTC(year, month, 1)).getUTCDay()
  const sunday = 1 + ((7 - firstWeekday) % 7) + 7 * (nth - 1)
  return Date.UTC(year, month, sunday, 2) - offset
}
