import { clockWords, dayWords, ownDay } from '#kernel/values/clock/day-words.ts'
import { clockAt } from '#kernel/values/clock/shop-clock.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'

/**
 * Formats a moment by the reader's clock: "Jan 3, 2026, 8:00 PM your time"; in the official form where that clock shows the shop's time.
 * The name of the reader's zone would need `Intl`, whose first use takes a phone some 60 ms.
 */
export function ownMoment(at: Date): string {
  if (showsShopTime(at)) return formatMoment(at)
  return `${dayWords(ownDay(at), 'short')}, ${clockWords(at.getHours(), at.getMinutes())} your time`
}

/** Whether the reader's clock shows what the shop's clock shows. */
export const showsShopTime = (at: Date): boolean => clockAt(at).offset === -at.getTimezoneOffset() * 60_000
