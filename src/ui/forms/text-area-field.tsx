import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { CONTROL_CLASS, Field, type FieldTexts } from './field.tsx'

/** Several lines of text. Grows with its content in browsers that support it. */
export function TextAreaField(props: ComponentProps<'textarea'> & FieldTexts) {
  const { label, hint, error, labelHidden, id, className, ...area } = props
  return (
    <Field {...{ label, hint, error, labelHidden, id, className, required: area.required }}>
      {control => (
        <textarea
          rows={4}
          {...area}
          {...control}
          className={classNames(CONTROL_CLASS, 'field-sizing-content min-h-28')}
        />
      )}
    </Field>
  )
}
