import { type KeyboardEvent, useEffect, useState } from 'react'
import { classNames } from '../../class-names.ts'
import { Icon } from '../../pictures/icon.tsx'

type NumberStepperProps = {
  /** Accessible name of the number: "Quantity of Star-Fort Sticker". */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  disabled?: boolean
  className?: string
}

/** A whole number with minus and plus buttons. Typed input applies on blur, without its fraction, and is clamped to `min` and `max`. */
export function NumberStepper(props: NumberStepperProps) {
  const { label, value, onChange, min = 1, max = 999, disabled, className } = props
  const [text, setText] = useState(String(value))
  useEffect(() => setText(String(value)), [value])

  function set(next: number) {
    const held = Math.min(max, Math.max(min, next))
    setText(String(held))
    if (held !== value) onChange(held)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const steps: Record<string, number> = { ArrowUp: value + 1, ArrowDown: value - 1, Home: min, End: max }
    const next = steps[event.key]
    if (event.key === 'Enter') set(Number.parseInt(text, 10) || value)
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset with a legend would be read as a form of its own.
    <div
      role="group"
      aria-label={label}
      className={classNames(
        'inline-flex h-11 w-fit items-stretch divide-x divide-line-strong rounded-sm border border-line-strong bg-field',
        className,
      )}
    >
      <StepButton icon="minus" label="Decrease" off={disabled || value <= min} onClick={() => set(value - 1)} />
      <input
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        value={text}
        disabled={disabled}
        onChange={event => setText(event.target.value.replace(/[^\d.-]/g, ''))}
        onBlur={() => set(Number.parseInt(text, 10) || value)}
        onKeyDown={press}
        className="figure w-14 bg-transparent text-center font-semibold text-lg focus-visible:-outline-offset-2 disabled:opacity-45"
      />
      <StepButton icon="plus" label="Increase" off={disabled || value >= max} onClick={() => set(value + 1)} />
    </div>
  )
}

type StepButtonProps = { icon: 'plus' | 'minus'; label: string; off: boolean | undefined; onClick: () => void }

/** Stays focusable at its limit, so that the last press does not lose the focus. */
function StepButton({ icon, label, off, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
      className="flex w-11 items-center justify-center transition-colors focus-visible:-outline-offset-2 not-aria-disabled:hover:bg-raised aria-disabled:text-muted/60"
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
