import { MISSING_REASON } from '#kernel/values/reason.ts'
import { TextAreaField } from './text-area-field.tsx'

type ReasonFieldProps = {
  id?: string
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Makes the reason optional. */
  optional?: boolean
}

/** A staff reason of at most 500 characters, the API's limit. The label says who will read it. */
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

/** @throws Error with the sentence to show for an empty reason. @returns the trimmed reason. */
export function reasonIn(text: string): string {
  if (!text.trim()) throw new Error(MISSING_REASON)
  return text.trim()
}
