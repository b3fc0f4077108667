import { TextAreaField } from '#ui/text-area-field.tsx'

type ReasonFieldProps = {
  id?: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** A reason is welcome, and none is needed. */
  optional?: boolean
}

/** Why staff do it: it stands in the record of changes. At most 500 characters, as the API takes. */
export const ReasonField = ({ id, value, onChange, error, optional = false }: ReasonFieldProps) => (
  <TextAreaField
    id={id}
    label={optional ? 'Reason, for the record (optional)' : 'Reason, for the record'}
    required={!optional}
    rows={2}
    maxLength={500}
    value={value}
    error={error}
    onChange={event => onChange(event.target.value)}
  />
)
