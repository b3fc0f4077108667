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

/** A day that narrows a list. One that is half typed is none yet: the browser tells it as empty, and only a whole one is taken. */
export const DayField = ({ label, className, value, min, max, onChange }: DayFieldProps) => (
  <TextField
    key={value}
    label={label}
    type="date"
    className={className}
    defaultValue={value}
    min={min || undefined}
    max={max || undefined}
    onBlur={({ target }) => target.value !== value && onChange(target.value)}
    onChange={({ target }) => target.value && onChange(target.value)}
  />
)
