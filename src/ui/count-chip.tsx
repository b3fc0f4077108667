import { classNames } from './class-names.ts'

type CountChipProps = {
  label: string
  /** How many there are, once that is known. */
  count: string | undefined
  /** Whether what it counts waits for somebody. */
  urges?: boolean
  pressed: boolean
  onPress: () => void
}

/** A filter with how many things it leaves. Pressed again, it lets go. */
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
    {/* Holds its place until it is known. */}
    <span className={classNames('figure min-w-4 text-center font-semibold', urges ? 'text-signal' : 'text-muted')}>
      {count ?? '·'}
    </span>
  </button>
)

/** Counting ends at a limit, which is told as such: "10,000+". */
export const countInWords = (count: number, limit: number): string =>
  count >= limit ? `${limit.toLocaleString('en-US')}+` : String(count)
