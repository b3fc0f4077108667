import type { ReactNode } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { Cell, Table } from '../data/table.tsx'

type Column<Row> = { head: string; cell: (row: Row) => ReactNode; numeric?: boolean; className?: string }

type RowTableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Adds a button that opens the editor of a row: `edit` of `<ListPage>`. */
  onEdit?: ((row: Row) => void) | undefined
  /** A row's name, for that button. */
  nameOf?: (row: Row) => string
}

/** A table with a row for each record and one function for each column. */
export const RowTable = <Row,>({ caption, rows, keyOf, columns, onEdit, nameOf }: RowTableProps<Row>) => (
  <Table
    caption={caption}
    captionHidden
    className="min-w-0!"
    head={[
      ...columns.map(({ head, numeric = false }) => ({ name: head, numeric })),
      ...(onEdit ? [{ name: 'Actions', isHidden: true }] : []),
    ]}
  >
    {rows.map(row => (
      <tr key={keyOf(row)} className="hover:bg-raised">
        {columns.map(({ head, cell, numeric = false, className }) => (
          <Cell key={head} numeric={numeric} className={className}>
            {cell(row)}
          </Cell>
        ))}
        {onEdit && (
          <Cell className="text-right">
            <IconButton size="sm" icon="edit" label={`Edit ${nameOf?.(row) ?? ''}`} onClick={() => onEdit(row)} />
          </Cell>
        )}
      </tr>
    ))}
  </Table>
)
