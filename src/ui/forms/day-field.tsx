import { zoneWordsAt } from '#kernel/values/clock/shop-clock.ts'
import { TextField } from './text-field.tsx'

type DayFieldProps = {
  label: string
  className?: string
  /** `2026-11-20`; empty for none. */
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

/** A shop day that filters a list. The browser reports a half-typed day as empty, and only a complete day applies. */
export const DayField = ({ label, className, value, min, max, onChange }: DayFieldProps) => (
  <TextField
    key={value}
    label={<DayLabel>{label}</DayLabel>}
    type="date"
    className={className}
    defaultValue={value}
    min={min || undefined}
    max={max || undefined}
    onBlur={({ target }) => target.value !== value && onChange(target.value)}
    onChange={({ target }) => target.value && onChange(target.value)}
  />
)

/** Label of a shop day with its zone, because a user in another zone may have another day. */
export function DayLabel({ children }: { children: string }) {
  const { long, short } = zoneWordsAt(new Date())
  return (
    <>
      {children}{' '}
      <span aria-hidden="true" title={long} className="font-normal text-muted">
        {short}
      </span>
      <span className="sr-only">, {long}</span>
    </>
  )
}
