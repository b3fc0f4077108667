import { type ReactNode, useId } from 'react'

type Option<T extends string> = { value: T; label: ReactNode; note: ReactNode }
type Props<T extends string> = {
  legend: string
  options: readonly Option<T>[]
  value: T
  onChange: (value: T) => void
}

/** Radio buttons with an explanation per option. */
export function RadioChoice<T extends string>({ legend, options, value, onChange }: Props<T>) {
  const group = useId()
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="label-sm mb-2 text-muted">{legend}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-3 rounded-sm border border-line-strong bg-surface p-4 transition-colors hover:border-ink has-checked:border-signal"
        >
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-5 shrink-0"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{option.label}</span>
            <span className="block text-muted text-sm">{option.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
