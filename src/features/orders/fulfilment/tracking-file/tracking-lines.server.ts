import { CsvError, parse } from 'csv-parse/sync'
import { textOfCell } from '#kernel/api/files/csv.server.ts'
import { refuse } from '#platform/errors.ts'
import { MAX_PARCELS } from './contract.ts'

/** A line of a file of tracking numbers, as it was written. */
export type TrackingLine = { line: number; order: string; number: string; carrier: string }

type Column = 'order' | 'number' | 'carrier'
const POSITIONS: readonly Column[] = ['order', 'number', 'carrier']
/** Names of columns in the shop's own file and in those of other programs, in lower case and without signs. */
const NAMES = new Map<string, Column>(
  Object.entries({
    ...{ order: 'order', ordernumber: 'order', orderno: 'order', reference: 'order' },
    ...{ number: 'number', tracking: 'number', trackingnumber: 'number', trackingno: 'number', trackingcode: 'number' },
    ...{ carrier: 'carrier', shippingcarrier: 'carrier', courier: 'carrier' },
  } as const),
)

const unreadable = (why: string) => refuse('invalid_input', {}, { csv: [why] })

/**
 * Reads lines of `order,number,carrier`, separated by commas, semicolons, tabs or spaces, with or without a line of names.
 * @throws invalid_input for text that is no such list
 */
export function trackingLinesOf(csv: string): TrackingLine[] {
  const [first, ...others] = recordsOf(csv)
  if (!first) throw unreadable('These lines are empty.')
  const named = first.cells.map(cell => NAMES.get(cell.toLowerCase().replace(/[^a-z]/g, '')))
  const isHead = named.includes('order') || named.includes('number')
  if (isHead && !(named.includes('order') && named.includes('number')))
    throw unreadable('The file needs the columns "order" and "number".')
  const columns = isHead ? named : POSITIONS
  const records = isHead ? others : [first, ...others]
  if (records.length === 0) throw unreadable('The file has names of columns and no lines.')
  if (records.length > MAX_PARCELS)
    throw unreadable(`These are more than ${MAX_PARCELS} lines. Please use several files.`)
  return records.map(({ line, cells }) => {
    const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? ''
    return { line, order: cellOf('order'), number: cellOf('number'), carrier: cellOf('carrier') }
  })
}

/** A line of Excel that names its separator. */
const SEPARATOR = /^\ufeff?sep=.\r?\n/

function recordsOf(csv: string): { line: number; cells: string[] }[] {
  const skipped = SEPARATOR.test(csv) ? 1 : 0
  const text = csv.replace(SEPARATOR, '')
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records
      .map(({ record, info }) => ({ line: info.lines + skipped, cells: partsOf(record.map(textOf)) }))
      .filter(({ cells }) => cells.some(Boolean))
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`These lines cannot be read as CSV: ${error.message}.`)
    throw error
  }
}

/** Without the quotes and the apostrophe by which spreadsheets keep a number as text. */
const textOf = (cell: string) =>
  textOfCell(cell.trim())
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

/** A line without a separator has the order before the first space. */
function partsOf(cells: string[]): string[] {
  if (cells.length > 1) return cells
  const [text = ''] = cells
  const end = text.search(/\s/)
  return end < 0 ? cells : [text.slice(0, end), text.slice(end).trim()]
}

function delimiterOf(text: string): string {
  const counted = ['\t', ';', ','].map(sign => ({ sign, count: text.split(sign).length }))
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign
}
