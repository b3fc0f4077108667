import { TextAreaField } from '#ui/text-area-field.tsx'

/** Why staff do it: it stands in the time line, for staff alone. At most 500 characters, as the API takes. */
export const ReasonField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextAreaField
    label="Reason, for staff"
    required
    rows={2}
    maxLength={500}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)
