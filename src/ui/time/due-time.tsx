import type { ComponentProps } from 'react'
import { type TimeAgo, TimeInWords } from './time-ago.tsx'

/** A deadline in words. */
export const DueTime = (props: ComponentProps<typeof TimeAgo>) => <TimeInWords {...props} words={dueWords} />

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

/**
 * Formats a deadline: "Due in 3 hours", "Due now", "Overdue by 2 days". The largest unit is rounded down, so that no time is promised that
 * is not left.
 * @param at time from the API.
 * @param now milliseconds.
 */
export function dueWords(at: string, now: number): string {
  const left = new Date(at).getTime() - now
  const unit = UNITS.find(([length]) => Math.abs(left) >= length)
  if (!unit) return 'Due now'
  const [length, name] = unit
  const count = Math.floor(Math.abs(left) / length)
  const words = `${count} ${name}${count === 1 ? '' : 's'}`
  return left > 0 ? `Due in ${words}` : `Overdue by ${words}`
}
