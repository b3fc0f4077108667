import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { CONTROL_CLASS, Field, type FieldTexts } from './field.tsx'

type TextFieldProps = Omit<ComponentProps<'input'>, 'prefix'> &
  FieldTexts & {
    /** A short sign inside the left edge, such as "$". Also state it in the label. */
    prefix?: ReactNode
    /** A control inside the right edge, at most 44 px wide. */
    suffix?: ReactNode
    /** Classes of the input; `className` applies to the whole field. */
    inputClassName?: string
  }

/** One line of text with label, hint and error. Passes all `<input>` props on. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, labelHidden, prefix, suffix, id, className, inputClassName, ...input } = props
  const texts = { label, hint, error, labelHidden, id, required: input.required, className }
  return (
    <Field {...texts}>
      {control => (
        <span className="relative block">
          {prefix && (
            <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-muted">
              {prefix}
            </span>
          )}
          <input
            type="text"
            // Else the field takes years of six digits, which `Date` does not read.
            max={input.type === 'datetime-local' ? '9999-12-31T23:59' : undefined}
            {...input}
            {...control}
            className={classNames(
              CONTROL_CLASS,
              Boolean(prefix) && 'pl-8!',
              Boolean(suffix) && 'pr-12!',
              inputClassName,
            )}
          />
          {suffix && <span className="absolute inset-y-0 right-0 flex items-center">{suffix}</span>}
        </span>
      )}
    </Field>
  )
}
