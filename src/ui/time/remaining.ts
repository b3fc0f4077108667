/** Time left until a moment, in the parts of a clock. */
export type Remaining = { days: number; hours: number; minutes: number; seconds: number }

/**
 * Returns the time from `now` until `end`, both in milliseconds since 1970; null once `end` is reached.
 * Rounds up to whole seconds, so that the clock never shows zero before the end.
 */
export function remainingUntil(end: number, now: number): Remaining | null {
  if (now >= end) return null
  const total = Math.ceil((end - now) / 1000)
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  }
}
