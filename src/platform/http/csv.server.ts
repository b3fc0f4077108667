type CsvCell = string | number | boolean | null | undefined

/** What a spreadsheet takes for a formula (OWASP "CSV Injection"). */
const SIGN = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
/**
 * Where one would begin a cell: at the beginning of a text, and behind what a spreadsheet of another country, or one that lost the
 * quotes, takes for the end of a cell. Behind apostrophes of its own a sign runs nothing, and gets one more all the same: so the text
 * can be told from the file again.
 */
const FORMULA = new RegExp(`^(?=[\\s']*${SIGN}|'*[\\t\\r\\n])|(?<=[;,\\t\\r\\n])(?='*${SIGN})`, 'g')
const GUARDED = new RegExp(`^'(?=[\\s']*${SIGN}|'*[\\t\\r\\n])|(?<=[;,\\t\\r\\n])'(?='*${SIGN})`, 'g')
/** A number below zero, as money is written, is no formula. */
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",;\t\r\n]/

/** One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it; numbers stay numbers. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
  const safe = NUMBER.test(cell) ? cell : cell.replace(FORMULA, "'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell as it was before `csvLine` wrote it. */
export const textOfCell = (cell: string): string => cell.replace(GUARDED, '')

/**
 * A file that is sent while it is made: a line is asked for only when the one before has left, so a slow reader costs no memory.
 * Once begun, a failure can only break it off, and the browser says that the download failed.
 * @param name of the file, without anything that a header could misread.
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
      // Whoever stops reading ends what makes the lines.
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

/** Big enough that the sending costs little per line. */
const CHUNK = 32_768

async function* inChunks(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  // Excel takes a file for UTF-8 only with this mark.
  let chunk = '\ufeff'
  // The first line leaves at once, so that whoever waits sees that something comes.
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
