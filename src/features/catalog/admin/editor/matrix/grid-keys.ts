export type Place = { row: number; column: number }

type Pressed = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }
/** The text of the cell and the selection in it. */
type Caret = { length: number; from: number; to: number }
type Size = { rows: number; columns: number }

export type GridMove = { go: Place } | { extend: number } | { fill: true } | undefined

const clamp = (value: number, most: number) => Math.max(0, Math.min(most - 1, value))

/**
 * What a key does in a cell, as in a spreadsheet: arrows up and down and Enter move between rows, arrows left and right leave the cell at the ends
 * of its text or while all of it is selected, Shift with up and down extends the marked cells, Ctrl D fills down. Undefined leaves the
 * key to the browser, which moves by Tab.
 */
export function gridMove(pressed: Pressed, at: Place, caret: Caret, size: Size): GridMove {
  const { key, shiftKey } = pressed
  const isCommand = pressed.ctrlKey || pressed.metaKey
  if (isCommand && !pressed.altKey && key.toLowerCase() === 'd') return { fill: true }
  if (pressed.altKey) return undefined
  const rowBy = (by: number): GridMove => ({ go: { ...at, row: clamp(at.row + by, size.rows) } })
  if (key === 'Enter') return isCommand ? undefined : rowBy(shiftKey ? -1 : 1)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const by = key === 'ArrowUp' ? -1 : 1
    if (shiftKey) return { extend: by }
    return isCommand ? { go: { ...at, row: by < 0 ? 0 : size.rows - 1 } } : rowBy(by)
  }
  if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || shiftKey || isCommand) return undefined
  const isAll = caret.from === 0 && caret.to === caret.length
  const by = key === 'ArrowLeft' ? -1 : 1
  const isAtEnd = caret.from === caret.to && caret.from === (by < 0 ? 0 : caret.length)
  const column = at.column + by
  if ((!isAll && !isAtEnd) || column < 0 || column >= size.columns) return undefined
  return { go: { ...at, column } }
}
