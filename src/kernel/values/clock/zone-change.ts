import { daysAfter, shopDayOf, startIn } from '../shop-day.ts'

/**
 * The moment from which a new zone holds: the later of both zones' next midnights, so that the day under way ends by both clocks and no day
 * of the shop comes back or is left out.
 * @param after a moment; the change is later.
 * @returns null where the clocks are a day or more apart, so that a day would come back or be left out.
 */
export function zoneChangeAt(after: Date, [from, to]: readonly [string, string]): Date | null {
  const at = new Date(Math.max(...[from, to].map(zone => startIn(zone, daysAfter(shopDayOf(after, zone), 1)))))
  const [last, next] = [shopDayOf(new Date(+at - 1), from), shopDayOf(at, to)]
  return next >= last && next <= daysAfter(last, 1) ? at : null
}
