import { useId } from 'react'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/forms/field.tsx'
import type { ProductVariant, VariantOptions } from '../contract.ts'
import { canHave, type OptionName, optionsOf } from './choice.ts'

const LEGENDS: Record<OptionName, string> = { size: 'Size', color: 'Color' }

type VariantPickerProps = {
  variants: readonly ProductVariant[]
  choice: VariantOptions
  onChoose: (name: OptionName, value: string) => void
  /** The option that the shopper must choose before adding to the cart. */
  missing: OptionName | null
}

/** Sizes and colors as radio buttons, reachable by arrow keys. Sold-out values can be viewed and are marked. */
export function VariantPicker({ variants, choice, onChoose, missing }: VariantPickerProps) {
  const id = useId()
  return optionsOf(variants).map(({ name, values }) => (
    <fieldset key={name} aria-describedby={missing === name ? `${id}-missing` : undefined}>
      <legend className="label-sm mb-2 text-muted">
        {LEGENDS[name]}
        {choice[name] && <span className="ml-2 text-ink">{choice[name]}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {values.map(value => (
          <Value
            key={value}
            group={`${id}-${name}`}
            value={value}
            checked={choice[name] === value}
            available={canHave(name, value, choice, variants)}
            onChoose={() => onChoose(name, value)}
          />
        ))}
      </div>
      <div role="alert" className="mt-1.5 empty:hidden">
        {missing === name && <FieldError id={`${id}-missing`}>Please choose a {name}.</FieldError>}
      </div>
    </fieldset>
  ))
}

type ValueProps = { group: string; value: string; checked: boolean; available: boolean; onChoose: () => void }

function Value({ group, value, checked, available, onChoose }: ValueProps) {
  return (
    <label
      className={classNames(
        'figure relative inline-flex min-h-11 min-w-12 cursor-pointer items-center justify-center rounded-sm border px-3 font-semibold transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        checked ? 'border-signal text-signal' : 'border-line-strong hover:border-ink',
        !available && 'border-dashed text-muted line-through',
      )}
    >
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 appearance-none opacity-0"
      />
      {value}
      {!available && <span className="sr-only">, sold out</span>}
    </label>
  )
}
