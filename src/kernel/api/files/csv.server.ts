import { attached } from './file-answer.server.ts'

type CsvCell = string | number | boolean | null | undefined

/** Characters that begin a formula in a spreadsheet (OWASP "CSV Injection"). */
const SIGN = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
/**
 * Positions where such a character could begin a cell: the start of the text, and after a separator. Spreadsheets of other countries, or
 * those that lost the quotes, split cells there. A sign after apostrophes runs nothing but also gets an apostrophe, so that `textOfCell`
 * can restore the text.
 */
const FORMULA = new RegExp(`^(?=[\\s']*${SIGN}|'*[\\t\\r\\n])|(?<=[;,\\t\\r\\n])(?='*${SIGN})`, 'g')
const GUARDED = new RegExp(`^'(?=[\\s']*${SIGN}|'*[\\t\\r\\n])|(?<=[;,\\t\\r\\n])'(?='*${SIGN})`, 'g')
/** A negative number, such as an amount, is not a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",;\t\r\n]/

/** Writes one line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets a leading apostrophe; numbers do not. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
  const safe = NUMBER.test(cell) ? cell : cell.replace(FORMULA, "'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Restores a cell's text from before `csvLine`. */
export const textOfCell = (cell: string): string => cell.replace(GUARDED, '')

/**
 * Streams a CSV file. The next line is requested only when the previous chunk has left, so that a slow reader costs no memory.
 * A failure after the start can only break off the stream; the browser then reports a failed download.
 * @param name file name without characters that have a meaning in a header.
 */
export function csvResponse(name: string, lines: AsyncIterable<string> | Iterable<string>): Response {
  const chunks = inChunks(lines)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      // A reader that stops also ends the generator.
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: { ...attached(name, 'text/csv; charset=utf-8'), 'cache-control': 'no-store' },
  })
}

/** Chunk length in characters, large enough to make the overhead per line small. */
const CHUNK = 32_768

async function* inChunks(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  // Excel needs a byte order mark to read a file as UTF-8.
  let chunk = '\ufeff'
  // The first line leaves at once, so that the user sees the download begin.
  let least = 1
  for await (const line of lines) {
    chunk += line
    if (chunk.length < least) continue
    yield encoder.encode(chunk)
    chunk = ''
    least = CHUNK
  }
  if (chunk) yield encoder.encode(chunk)
}
