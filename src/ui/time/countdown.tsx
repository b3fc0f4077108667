import type { ReactNode } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { classNames } from '../class-names.ts'
import { useNow } from './use-now.ts'

const PARTS: { key: keyof Remaining; word: string; short: string }[] = [
  { key: 'days', word: 'Days', short: 'd' },
  { key: 'hours', word: 'Hours', short: 'h' },
  { key: 'minutes', word: 'Min', short: 'm' },
  { key: 'seconds', word: 'Sec', short: 's' },
]

type CountdownProps = {
  /** ISO 8601. */
  end: string
  /** What happens at `end`, for screen readers and before the first tick: "Ends", "Opens". */
  word?: string
  /** Shown after the end. */
  ended?: ReactNode
  /** `large` has a cell for each part; `small` is one line, for cards. */
  size?: 'small' | 'large'
  className?: string
}

/**
 * Counts down to `end` every second, with digits of fixed width. The server renders the date instead, in a box of equal height.
 * A screen reader gets the date, not the ticking.
 */
export function Countdown(props: CountdownProps) {
  const { end, word = 'Ends', ended = 'Giveaway Ended', size = 'small', className } = props
  const now = useNow()
  const date = formatMoment(new Date(end))
  const left = now === null ? undefined : remainingUntil(Date.parse(end), now)
  const box = classNames('flex items-center', size === 'large' ? 'min-h-19' : 'min-h-6', className)

  if (left === null) return <p className={classNames(box, 'label text-muted')}>{ended}</p>
  return (
    <p className={box}>
      <time dateTime={end} className={left ? 'sr-only' : 'figure text-muted'}>
        {word} {date}
      </time>
      {left && (size === 'large' ? <Cells left={left} /> : <Line left={left} word={word} />)}
    </p>
  )
}

const digits = (value: number) => String(value).padStart(2, '0')

function Cells({ left }: { left: Remaining }) {
  return (
    <span aria-hidden="true" className="inline-flex divide-x divide-line border border-line">
      {PARTS.map(({ key, word }) => (
        <span key={key} className="flex min-w-16 flex-col items-center bg-surface px-3 py-2">
          <span className="figure font-semibold text-3xl">{digits(left[key])}</span>
          <span className="label-sm text-muted">{word}</span>
        </span>
      ))}
    </span>
  )
}

function Line({ left, word }: { left: Remaining; word: string }) {
  return (
    <span aria-hidden="true" className="figure inline-flex items-baseline gap-2 font-semibold text-lg leading-6">
      <span className="font-normal font-sans text-muted text-sm">{word} in</span>
      {PARTS.map(({ key, short }) => (
        <span key={key}>
          {digits(left[key])}
          <span className="ml-px font-medium text-muted text-sm">{short}</span>
        </span>
      ))}
    </span>
  )
}

/** Time left until a moment, in the parts of a clock. */
type Remaining = { days: number; hours: number; minutes: number; seconds: number }

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
