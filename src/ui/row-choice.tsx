type RowChoiceProps = {
  /** What is chosen, as a screen reader says it. */
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (isChosen: boolean) => void
}

/** The box in a table that chooses its row, or all of them: 20 px to see, 36 px to hit, above a link that covers the row. */
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
