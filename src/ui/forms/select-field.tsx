import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'
import { CONTROL_CLASS, Field, type FieldTexts } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> & FieldTexts & { options: readonly SelectOption[] }

/** A single choice. Uses the browser's own list, because phones and screen readers support it best. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, labelHidden, id, className, options, ...select } = props
  return (
    <Field {...{ label, hint, error, labelHidden, id, className, required: select.required }}>
      {control => (
        <span className="relative block">
          <select {...select} {...control} className={classNames(CONTROL_CLASS, 'appearance-none pr-10!')}>
            {options.map(option => (
              <option key={option.value} value={option.value} disabled={option.disabled} className="bg-raised text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" />
        </span>
      )}
    </Field>
  )
}
