import { CsvError, parse } from 'csv-parse/sync'
import { textOfCell } from '#kernel/api/csv.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Line } from './columns.ts'
import { COLUMNS, type Column } from './columns.ts'
import { MAX_LINES } from './import-contract.ts'

/** The file cannot be read at all. */
const unreadable = (why: string) => refuse('invalid_input', {}, { csv: [why] })

/**
 * Reads the lines of a product CSV with csv-parse. Columns may stand in any order and case, separated by commas, semicolons or
 * tabs.
 * @throws invalid_input with the reason
 */
export function readLines(csv: string): Line[] {
  const [head, ...records] = recordsOf(csv)
  if (!head) throw unreadable('The file is empty.')
  const columns = head.record.map(columnOf)
  const twice = columns.find((column, at) => columns.indexOf(column) !== at)
  if (twice) throw unreadable(`The column ${twice} is there twice.`)
  if (!columns.includes('address') && !columns.includes('name'))
    throw unreadable('The file needs a column "address", or "name" for new products.')
  if (records.length > MAX_LINES) throw unreadable(`The file has more than ${MAX_LINES} lines.`)
  return records.map(({ record, line }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, at) => [column, textOfCell(record[at]!)])),
  }))
}

/** `line` is the first line of the record; a cell may span several lines. */
type Parsed = { record: string[]; line: number }

function recordsOf(csv: string): Parsed[] {
  try {
    const records = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      skip_empty_lines: true,
      max_record_size: 200_000,
      to: MAX_LINES + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records
      .map(({ record }, at) => ({ record, line: at === 0 ? 1 : records[at - 1]!.info.lines + 1 }))
      .filter(({ record }) => record.some(cell => cell.trim()))
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The file is no CSV that we can read: ${error.message}.`)
    throw error
  }
}

/** The most frequent separator of the header line; no column name contains one. */
function delimiterOf(csv: string): string {
  const [first = ''] = csv.split('\n', 1)
  const counted = [',', ';', '\t'].map(sign => ({ sign, count: first.split(sign).length }))
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign
}

const KNOWN = new Map(COLUMNS.map(column => [column.toLowerCase(), column]))

function columnOf(name: string): Column {
  const column = KNOWN.get(
    name
      .trim()
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  )
  if (!column) throw unreadable(`The column "${name.slice(0, 60)}" is not known. Known are: ${COLUMNS.join(', ')}.`)
  return column
}
