import { numberIn } from '#kernel/values/typed-number.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { FIELDS } from '../../../products/product-fields.ts'
import { VariantInput } from '../../../products/product-input.ts'
import { labelOf, liveRows, type Matrix, type VariantFormState } from './variant-form-state.ts'

/** The columns of the grid that are typed, from left to right. */
export const COLUMNS = ['sku', 'price', 'stock', 'weightGrams', 'place'] as const
export type Column = (typeof COLUMNS)[number]
export const COLUMN_NAMES: Record<Column, string> = {
  sku: 'SKU',
  price: 'Price',
  stock: 'Stock',
  weightGrams: 'Weight (g)',
  place: 'Shelf',
}

/** Columns of words; the others are of numbers. */
export const isText = (column: Column) => column === 'sku' || column === 'place'

/** `text` null is the product's price. */
export type CellChange = { key: string; column: Column; text: string | null }

/** Whether a cell takes text: the stock of a variant that is not counted does not. */
const takesText = (row: VariantFormState, column: Column) => column !== 'stock' || row.isCounted

export function setCells(matrix: Matrix, changes: readonly CellChange[]): Matrix {
  const byRow = Map.groupBy(changes, ({ key }) => key)
  return {
    ...matrix,
    rows: matrix.rows.map(row => {
      const typed = (byRow.get(row.key) ?? []).filter(
        ({ column, text }) => takesText(row, column) && row[column] !== text,
      )
      if (typed.length === 0) return row
      return { ...row, ...Object.fromEntries(typed.map(({ column, text }) => [column, text])) }
    }),
  }
}

/** Copies a cell into the rows below it, down to `last` (default: the end). Rows by their place among the live rows. */
export function fillDown(matrix: Matrix, column: Column, first: number, last = Number.POSITIVE_INFINITY): CellChange[] {
  const rows = liveRows(matrix)
  const text = rows[first]?.[column] ?? null
  return rows
    .slice(first + 1, last + 1)
    .filter(row => takesText(row, column))
    .map(({ key }) => ({ key, column, text }))
}

/** Sets a column of all live rows, or of those with a value: "price of all Coyote". */
export const setAll = (matrix: Matrix, column: Column, text: string, value?: string): CellChange[] =>
  liveRows(matrix)
    .filter(row => takesText(row, column) && (!value || Object.values(row.picks).includes(value)))
    .map(({ key }) => ({ key, column, text }))

/** The cells of a clipboard: a spreadsheet separates by tabs and lines, and quotes a cell that has one of them. */
export function parseCells(clipboard: string): string[][] {
  const rows: string[][] = [[]]
  const text = clipboard.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  let cell = ''
  let isQuoted = false
  // By characters, because an expression for quoted cells takes quadratic time on some texts.
  for (let at = 0; at < end; at++) {
    const letter = text[at]!
    if (letter === '"' && isQuoted && text[at + 1] === '"') {
      cell += letter
      at++
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if ((letter !== '\t' && letter !== '\n') || isQuoted) cell += letter
    else {
      rows.at(-1)!.push(plain(cell))
      if (letter === '\n') rows.push([])
      cell = ''
    }
  }
  rows.at(-1)!.push(plain(cell))
  return rows
}

const plain = (cell: string) => cell.split(/\s/).filter(Boolean).join(' ')

/** True for a clipboard of several cells; the text of one cell is pasted as text. */
export const hasSeveralCells = (clipboard: string) => /[\t\n\r]/.test(clipboard.trimEnd())

export type Pasted = { changes: CellChange[] /** What was not pasted, in sentences. */; notes: string[] }

/**
 * Puts cells into the grid from one cell on, to the right and down. Text that is no number is put in too, with its problem beside it. Empty cells
 * change nothing; what has no place is told with its text.
 */
export function pasteCells(
  matrix: Matrix,
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  at: { row: number; column: Column },
): Pasted {
  const rows = liveRows(matrix).slice(at.row)
  const into = columns.slice(columns.indexOf(at.column))
  const changes: CellChange[] = []
  let empty = 0
  for (const [n, texts] of cells.slice(0, rows.length).entries())
    for (const [m, column] of into.slice(0, texts.length).entries()) {
      if (texts[m] === '') empty++
      else if (takesText(rows[n]!, column)) changes.push({ key: rows[n]!.key, column, text: texts[m]! })
    }
  const below = cells.slice(rows.length).map(texts => texts.join(' '))
  const beside = cells
    .slice(0, rows.length)
    .flatMap(texts => texts.slice(into.length))
    .filter(Boolean)
  const notes = [
    ...(below.length > 0 ? [`${counted(below.length, 'row')} below the last variant: ${quoted(below)}.`] : []),
    ...(beside.length > 0 ? [`${counted(beside.length, 'cell')} beyond the last column: ${quoted(beside)}.`] : []),
    ...(empty > 0 ? [`${counted(empty, 'empty cell')}; the value there stays.`] : []),
  ]
  return { changes, notes }
}

const SHOWN = 5
const quoted = (texts: readonly string[]) =>
  texts.slice(0, SHOWN).join('; ') + (texts.length > SHOWN ? ` and ${texts.length - SHOWN} more` : '')

/** The problem of a cell's text, in the server's words. Empty text is judged when the form is saved. */
export function problemOfCell(column: Column, text: string): string | undefined {
  if (text.trim() === '') return undefined
  const { sku, stock, weightGrams, place } = VariantInput.shape
  const check = { sku, price: FIELDS.price.input, stock, weightGrams, place }[column]
  const checked = check.safeParse(isText(column) ? text : numberIn(text))
  return checked.success ? undefined : checked.error.issues[0]!.message
}

/** Problems of the form's own, by the path of the API: an empty stock, two rows with one SKU, options without names. */
export function problemsOfMatrix(matrix: Matrix): Record<string, string> {
  const problems: Record<string, string> = {}
  const skus = new Map<string, string>()
  for (const [at, row] of liveRows(matrix).entries()) {
    const path = `variants.${at}`
    const label = labelOf(matrix, row)
    if (row.isCounted && row.stock.trim() === '')
      problems[`${path}.stock`] = 'Stock is required: 0 if there is none yet'
    const sku = row.sku.trim()
    const other = sku && skus.get(sku)
    if (other !== undefined && sku) problems[`${path}.sku`] = `${other || 'Another variant'} has this SKU too`
    if (sku) skus.set(sku, label)
  }
  const names = new Set<string>()
  for (const option of matrix.options) {
    const name = option.name.trim().toLowerCase()
    if (!name) problems[`options.${option.key}`] = 'Name the option, such as Size.'
    else if (names.has(name)) problems[`options.${option.key}`] = `${option.name} is there already.`
    names.add(name)
    const texts = new Set<string>()
    for (const { key, text, isOut } of option.values) {
      if (isOut) continue
      const value = text.trim().toLowerCase()
      // A stored variant can lack an option, which is a value without text.
      if (!value && !key.endsWith(':')) problems[`options.${key}`] = `Name this ${option.name.toLowerCase()}.`
      else if (texts.has(value)) problems[`options.${key}`] = `${text} is there already.`
      texts.add(value)
    }
  }
  return problems
}

/** The live rows whose price is empty. */
export const emptyPrices = (matrix: Matrix): VariantFormState[] =>
  matrix.options.length === 0 ? [] : liveRows(matrix).filter(({ price }) => price?.trim() === '')
