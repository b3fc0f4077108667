import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, startTransition, useRef, useState } from 'react'
import { counted } from '#kernel/values/words/counted.ts'
import {
  type CellChange,
  COLUMN_NAMES,
  type Column,
  fillDown,
  hasSeveralCells,
  parseCells,
  pasteCells,
  setCells,
} from './cells.ts'
import { type GridMove, gridMove } from './grid-keys.ts'
import { liveRows, type Matrix } from './variant-form-state.ts'

type CellPlace = { row: number; column: Column }
type Marked = { column: Column; from: number; to: number }
/** What the last change of several cells did and left out, with the rows before it. */
export type GridDone = { sentence: string; notes: readonly string[]; before: Matrix }

type GridOptions = {
  matrix: Matrix
  columns: readonly Column[]
  onChange: (change: (now: Matrix) => Matrix, paths?: readonly string[]) => void
}

function cellIn(target: EventTarget): (CellPlace & { input: HTMLInputElement }) | undefined {
  const input = (target as Element).closest<HTMLInputElement>('input[data-column]')
  const row = input?.closest<HTMLElement>('[data-row]')?.dataset.row
  return input && row !== undefined ? { input, row: Number(row), column: input.dataset.column as Column } : undefined
}

const clamp = (row: number, rows: number) => Math.max(0, Math.min(rows - 1, row))

/** Keys, clipboard and marked cells of the grid of variants. @returns `handlers` for its table. */
export function useGrid({ matrix, columns, onChange }: GridOptions) {
  const table = useRef<HTMLTableElement>(null)
  const [marked, setMarked] = useState<Marked>()
  const [last, setLast] = useState<CellPlace>()
  const [done, setDone] = useState<GridDone>()
  const rows = liveRows(matrix)

  function change(changes: readonly CellChange[], sentence: string, notes: readonly string[] = []) {
    const places = new Map(rows.map(({ key }, at) => [key, at]))
    const paths = changes.map(({ key, column }) => `variants.${places.get(key)}.${column}`)
    // Up to 100 rows: the browser draws the pressed key first. The sentence comes with the cells: before them it would say what is not done yet.
    startTransition(() => {
      onChange(now => setCells(now, changes), paths)
      setDone({ sentence, notes, before: matrix })
    })
  }
  function fill(at: CellPlace) {
    const range = marked?.column === at.column ? [marked.from, marked.to] : [at.row]
    const changes = fillDown(
      matrix,
      at.column,
      Math.min(...range),
      range[1] === undefined ? undefined : Math.max(...range),
    )
    setMarked(undefined)
    change(changes, `${COLUMN_NAMES[at.column]} filled down to ${counted(changes.length, 'row')}.`)
  }
  function act(at: CellPlace, move: NonNullable<GridMove>) {
    if ('fill' in move) return fill(at)
    if ('extend' in move) {
      const { from, to } = marked?.column === at.column ? marked : { from: at.row, to: at.row }
      return setMarked({ column: at.column, from, to: clamp(to + move.extend, rows.length) })
    }
    setMarked(undefined)
    const { row, column } = move.go
    table.current?.querySelector<HTMLInputElement>(`[data-row="${row}"] [data-column="${columns[column]}"]`)?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    // The dialog would look for a control among all cells at each Tab, 100 ms for 100 variants at a quarter of the speed.
    if (event.key === 'Tab') return event.stopPropagation()
    const at = cellIn(event.target)
    if (!at) return
    const { value, selectionStart, selectionEnd } = at.input
    const caret = { length: value.length, from: selectionStart ?? 0, to: selectionEnd ?? 0 }
    const size = { rows: rows.length, columns: columns.length }
    const move = gridMove(event, { row: at.row, column: columns.indexOf(at.column) }, caret, size)
    if (!move) return
    event.preventDefault()
    act(at, move)
  }
  function onPaste(event: ClipboardEvent) {
    const at = cellIn(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!at || !hasSeveralCells(text)) return
    event.preventDefault()
    const { changes, notes } = pasteCells(matrix, columns, parseCells(text), at)
    change(changes, `${counted(changes.length, 'cell')} pasted.`, notes)
  }
  function onFocus({ target }: FocusEvent) {
    const at = cellIn(target)
    if (at) setLast({ row: at.row, column: at.column })
  }
  return {
    handlers: { ref: table, onKeyDown, onPaste, onFocus },
    /** The marked column of a row. */
    markedIn: (row: number) =>
      marked && row >= Math.min(marked.from, marked.to) && row <= Math.max(marked.from, marked.to)
        ? marked.column
        : undefined,
    change,
    /** Fills down from the cell that had the focus last; undefined before there is one. */
    fill: last && (() => fill(last)),
    done,
    undo() {
      if (done) onChange(() => done.before)
      setDone(undefined)
    },
  }
}
