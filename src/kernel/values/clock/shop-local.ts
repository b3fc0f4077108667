import { clockAt } from './shop-clock.ts'

/** Formats a moment for `<input type="datetime-local">` by the shop's clock. */
export const shopLocalOf = (moment: Date): string => clockAt(moment).shown.toISOString().slice(0, 16)

/**
 * Converts a `datetime-local` value of the shop's clock to ISO. An hour that a clock change leaves out counts by the clock before it, one that
 * comes twice is the first.
 * @throws RangeError for an invalid time.
 */
export function isoOfShopLocal(local: string): string {
  const shown = new Date(`${local}Z`).getTime()
  // The clocks a day before and a day after: around a change, one of them is right.
  const [before, after] = [-1, 1].map(day => clockAt(new Date(shown + day * 86_400_000)).offset) as [number, number]
  const exact = [before, after].find(offset => clockAt(new Date(shown - offset)).offset === offset)
  return new Date(shown - (exact ?? before)).toISOString()
}
