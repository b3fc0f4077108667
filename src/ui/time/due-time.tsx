import { formatMoment } from '#kernel/values/format-moment.ts'
import { ownZone } from './own-zone.ts'
import { useNow } from './use-now.ts'

/** A deadline in words. Its title is the full moment in the reader's zone. Not for server HTML, because the server has no reader's clock. */
export function DueTime({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatMoment(new Date(at), ownZone())} className={className}>
      {now === null ? null : dueWords(at, now)}
    </time>
  )
}

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
