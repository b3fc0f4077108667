type RowChoiceProps = {
  /** Name of the row for screen readers. */
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (isChosen: boolean) => void
}

/** Checkbox that selects a table row, or all rows: 20 px visible, 36 px target, above a link that covers the row. */
export const RowChoice = ({ label, checked, disabled, onChange }: RowChoiceProps) => (
  <label className="relative z-10 -m-2 inline-flex p-2 align-middle">
    <input
      type="checkbox"
      aria-label={label}
      className="size-5"
      disabled={disabled}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  </label>
)
