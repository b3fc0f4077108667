import { SHOP_ZONE_NAME } from '#kernel/values/shop-day.ts'
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
export const DayLabel = ({ children }: { children: string }) => (
  <>
    {children}{' '}
    <span aria-hidden="true" title={SHOP_ZONE_NAME.long} className="font-normal text-muted">
      {SHOP_ZONE_NAME.short}
    </span>
    <span className="sr-only">, {SHOP_ZONE_NAME.long}</span>
  </>
)
