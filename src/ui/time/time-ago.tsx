import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatDay } from './format-day.ts'
import { ownZone } from './own-zone.ts'
import { useNow } from './use-now.ts'

type TimeProps = { at: string; className?: string }

/** Relative time. */
export const TimeAgo = (props: TimeProps) => <TimeInWords {...props} words={relativeTime} />

/**
 * A time in words that follow the clock. Its title is the full moment in the reader's zone. Not for server HTML, because the server has no
 * reader's clock.
 */
export function TimeInWords({ at, className, words }: TimeProps & { words: (at: string, now: number) => string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatMoment(new Date(at), ownZone())} className={className}>
      {now === null ? null : words(at, now)}
    </time>
  )
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const some = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/**
 * Formats an age: "Just now", minutes, hours (under 24), days (under 7), then a date. A time in the future counts as "Just now", because
 * two clocks may differ.
 * @param at time from the API.
 * @param now milliseconds.
 */
export function relativeTime(at: string, now: number): string {
  const ago = now - new Date(at).getTime()
  if (ago < MINUTE) return 'Just now'
  if (ago < HOUR) return some(Math.floor(ago / MINUTE), 'minute')
  if (ago < DAY) return some(Math.floor(ago / HOUR), 'hour')
  if (ago < 7 * DAY) return some(Math.floor(ago / DAY), 'day')
  return formatDay(at, 'short')
}
