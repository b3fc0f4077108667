import { TextAreaField } from '#ui/text-area-field.tsx'

type ReasonFieldProps = { label: string; hint?: string; value: string; onChange: (value: string) => void }

/** Why staff do it, in at most 500 characters, as the API takes. */
export const ReasonField = ({ label, hint, value, onChange }: ReasonFieldProps) => (
  <TextAreaField
    label={label}
    hint={hint}
    required
    rows={2}
    maxLength={500}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)

/** @throws the sentence to show when there is no reason. @returns the reason without blanks around it. */
export function reasonIn(text: string): string {
  if (!text.trim()) throw new Error('Give a reason.')
  return text.trim()
}
