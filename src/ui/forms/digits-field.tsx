import { CONTROL_CLASS, Field, type FieldTexts } from './field.tsx'

type CodeFieldProps = FieldTexts & {
  value: string
  onChange: (code: string) => void
  /** Number of digits. Extra digits cannot be typed or pasted. */
  length?: number
  /** Called when all digits are entered. */
  onComplete?: (code: string) => void
  id?: string
  name?: string
  required?: boolean
  disabled?: boolean
  autoFocus?: boolean
}

/**
 * A code from an e-mail or a message. One input for all digits, because password managers and phones fill it and screen readers read it
 * as a unit. Characters other than digits are dropped, so that a code pasted with spaces works.
 */
export function DigitsField(props: CodeFieldProps) {
  const { label, hint, error, labelHidden, id, value, onChange, length = 6, onComplete, ...input } = props

  function take(typed: string) {
    const code = typed.replace(/\D/g, '').slice(0, length)
    onChange(code)
    if (code.length === length && code !== value) onComplete?.(code)
  }

  return (
    <Field {...{ label, hint, error, labelHidden, id, required: input.required }}>
      {control => (
        <input
          {...input}
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={value}
          onChange={event => take(event.target.value)}
          className={`${CONTROL_CLASS} figure min-h-14 max-w-64 text-center font-semibold text-2xl! tracking-[0.35em] indent-[0.35em]`}
        />
      )}
    </Field>
  )
}
