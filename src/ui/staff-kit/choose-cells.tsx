import { classNames } from '../class-names.ts'
import { Cell, HeadCell } from '../data/table.tsx'
import type { Selection } from './use-selection.ts'

type ChooseAllCellProps<Row> = {
  label: string
  /** The shown rows that have a bulk action. */
  rows: readonly Row[]
  selection: Selection<Row>
}

/** Head cell that selects all rows, or none of them. */
export function ChooseAllCell<Row extends { id: string }>({ label, rows, selection }: ChooseAllCellProps<Row>) {
  const all = rows.length > 0 && rows.every(({ id }) => selection.rows.has(id))
  return (
    <HeadCell className="w-10 pr-0!">
      <RowChoice
        label={label}
        disabled={rows.length === 0}
        checked={all}
        onChange={() => selection.choose(rows, !all)}
      />
    </HeadCell>
  )
}

type ChooseCellProps<Row> = {
  label: string
  row: Row
  selection: Selection<Row>
  /** False leaves the cell empty, where no bulk action fits the row. */
  isOffered?: boolean
  className?: string
}

/** Cell that selects one row. */
export function ChooseCell<Row extends { id: string }>(props: ChooseCellProps<Row>) {
  const { label, row, selection, isOffered = true, className } = props
  return (
    <Cell className={classNames('pr-0!', className)}>
      {isOffered && (
        <RowChoice
          label={label}
          checked={selection.rows.has(row.id)}
          onChange={isChosen => selection.choose([row], isChosen)}
        />
      )}
    </Cell>
  )
}

type RowChoiceProps = {
  /** Name of the row for screen readers. */
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (isChosen: boolean) => void
}

/** Checkbox that selects a table row, or all rows: 20 px visible, 36 px target, above a link that covers the row. */
const RowChoice = ({ label, checked, disabled, onChange }: RowChoiceProps) => (
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
