import { MISSING_REASON } from '#platform/reason.ts'
import { TextAreaField } from './text-area-field.tsx'

type ReasonFieldProps = {
  id?: string
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** A reason is welcome, and none is needed. */
  optional?: boolean
}

/** Why staff do it, in at most 500 characters, as the API takes everywhere. The label says who will read it. */
export const ReasonField = ({ id, label, hint, value, onChange, error, optional = false }: ReasonFieldProps) => (
  <TextAreaField
    id={id}
    label={optional ? `${label} (optional)` : label}
    hint={hint}
    required={!optional}
    rows={2}
    maxLength={500}
    value={value}
    error={error}
    onChange={event => onChange(event.target.value)}
  />
)

/** @throws the sentence to show when there is no reason. @returns the reason without blanks around it. */
export function reasonIn(text: string): string {
  if (!text.trim()) throw new Error(MISSING_REASON)
  return text.trim()
}
