import { classNames } from '../class-names.ts'
import { Cell, HeadCell } from '../data/table.tsx'
import { RowChoice } from '../forms/choice/row-choice.tsx'
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
