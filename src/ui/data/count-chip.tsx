import { formatCount } from '#platform/values/format-count.ts'
import { classNames } from '../class-names.ts'

type CountChipProps = {
  label: string
  /** Formatted count; undefined until loaded. */
  count: string | undefined
  /** Highlights the count because these items wait for staff. */
  urges?: boolean
  pressed: boolean
  onPress: () => void
}

/** A filter toggle with the number of its matches. */
export const CountChip = ({ label, count, urges = false, pressed, onPress }: CountChipProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onPress}
    className={classNames(
      'inline-flex min-h-9 items-center gap-2 rounded-sm border px-3 text-sm transition-colors hover:border-ink',
      pressed ? 'border-signal bg-raised text-ink' : 'border-line-strong bg-surface',
    )}
  >
    {label}
    {/* Keeps its width until the count is loaded. */}
    <span className={classNames('figure min-w-4 text-center font-semibold', urges ? 'text-signal' : 'text-muted')}>
      {count ?? '·'}
    </span>
  </button>
)

/** Formats a count that stops at a limit: "10,000+". */
export const countInWords = (count: number, limit: number): string =>
  count >= limit ? `${formatCount(limit)}+` : String(count)
