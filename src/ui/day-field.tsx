import { SHOP_ZONE_NAME } from '#platform/shop-day.ts'
import { TextField } from './text-field.tsx'

type DayFieldProps = {
  label: string
  className?: string
  /** As `2026-11-20`; empty for none. */
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

/** A day of the shop that narrows a list. One that is half typed is none yet: the browser tells it as empty, and only a whole one is taken. */
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

/** What a field of a day of the shop is called, with its zone: who sits elsewhere has another day at night. */
export const DayLabel = ({ children }: { children: string }) => (
  <>
    {children}{' '}
    <span aria-hidden="true" title={SHOP_ZONE_NAME.long} className="font-normal text-muted">
      {SHOP_ZONE_NAME.short}
    </span>
    <span className="sr-only">, {SHOP_ZONE_NAME.long}</span>
  </>
)
