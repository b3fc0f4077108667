import { useCallback } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { HeadCell } from '#ui/data/table.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { PictureFormState } from '../product-form-state.ts'
import { BulkSet } from './bulk-set.tsx'
import { COLUMN_NAMES, COLUMNS, type Column, isText, setCells } from './cells.ts'
import { leaveOut } from './edit-matrix.ts'
import { GridRow, LINE_CLASS, lineOf, rowProblems } from './grid-row.tsx'
import { type GridDone, useGrid } from './use-grid.ts'
import { labelOf, liveRows, type Matrix } from './variant-form-state.ts'

type VariantGridProps = {
  matrix: Matrix
  basePrice: string
  /** Subscriptions have one price. */
  hasPrices: boolean
  pictures: readonly PictureFormState[]
  errors: Record<string, string>
  /** Has a stable identity. @param paths whose errors the change clears. */
  onChange: (change: (now: Matrix) => Matrix, paths?: readonly string[]) => void
}

const WITHOUT_PRICES: readonly Column[] = COLUMNS.filter(column => column !== 'price')

/** SKU, price, stock, weight and shelf of each variant, typed as in a spreadsheet: arrows and Enter move, Ctrl D fills down, several cells are pasted at once. */
export function VariantGrid({ matrix, basePrice, hasPrices, pictures, errors, onChange }: VariantGridProps) {
  const columns: readonly Column[] = hasPrices ? COLUMNS : WITHOUT_PRICES
  const grid = useGrid({ matrix, columns, onChange })
  const onType = useCallback(
    (key: string, at: number, column: Column, text: string) =>
      onChange(now => setCells(now, [{ key, column, text }]), [`variants.${at}.${column}`]),
    [onChange],
  )
  const onPicture = useCallback(
    (key: string, image: string | null) =>
      onChange(now => ({ ...now, rows: now.rows.map(row => (row.key === key ? { ...row, image } : row)) }), []),
    [onChange],
  )
  const onLeaveOut = useCallback((key: string) => onChange(now => leaveOut(now, key)), [onChange])
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <BulkSet matrix={matrix} columns={columns} onSet={grid.change}>
        <Button variant="secondary" size="sm" icon="chevron-down" disabled={!grid.fill} onClick={grid.fill}>
          Fill down
        </Button>
      </BulkSet>
      <p className="text-muted text-sm">
        Arrows and Enter move, Shift and arrows mark, Ctrl D fills down. Paste cells of a spreadsheet into the first of
        them. A variant with a price other than the product's is not part of its sale.
      </p>
      <div role="status" className="empty:hidden">
        {grid.done && <DoneNotice done={grid.done} onUndo={grid.undo} />}
      </div>
      <section
        aria-label="Variants"
        className="relative overflow-x-auto overflow-y-hidden rounded-sm border border-line"
      >
        {/* Lines instead of the layout of a table, in which one cell lays out all rows. Screen readers read it as a table all the same. */}
        <table
          aria-label="Variants of the product"
          className="block min-w-min bg-surface text-left text-sm [--label:8rem] sm:[--label:12rem]"
          style={lineOf(columns)}
          {...grid.handlers}
        >
          <GridHead options={matrix.options.map(({ name }) => name).join(', ')} columns={columns} />
          <tbody className="block">
            {liveRows(matrix).map((row, at) => (
              <GridRow
                key={row.key}
                label={labelOf(matrix, row)}
                problems={rowProblems(errors, at)}
                marked={grid.markedIn(at)}
                {...{ row, at, columns, basePrice, pictures, onType, onPicture, onLeaveOut }}
              />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const GridHead = ({ options, columns }: { options: string; columns: readonly Column[] }) => (
  <thead className="block">
    <tr className={LINE_CLASS}>
      <HeadCell className="sticky left-0 z-10 px-3! whitespace-normal!">{options}</HeadCell>
      {columns.map(column => (
        <HeadCell key={column} numeric={!isText(column)}>
          {COLUMN_NAMES[column]}
        </HeadCell>
      ))}
      <HeadCell>Picture</HeadCell>
      <HeadCell>
        <span className="sr-only">Leave out</span>
      </HeadCell>
    </tr>
  </thead>
)

/** What a paste or a fill did, what had no place, and the way back. */
const DoneNotice = ({ done: { sentence, notes }, onUndo }: { done: GridDone; onUndo: () => void }) => (
  <Notice kind={notes.length > 0 ? 'warning' : 'info'}>
    <div className="flex flex-wrap items-center gap-x-3">
      {sentence}
      <Button variant="quiet" size="sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
    {notes.length > 0 && (
      <>
        <p>Not pasted:</p>
        <ul className="list-inside list-disc">
          {notes.map(note => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      </>
    )}
  </Notice>
)
