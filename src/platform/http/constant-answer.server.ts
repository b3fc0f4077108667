import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { atFirstCall } from '../values/at-first-call.ts'
import { chooseEncoding, type Encoding, prepareResponse } from './response-cache.server.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Compression level: quick levels send a quarter more, and the best level takes seconds for a megabyte. */
const BROTLI_QUALITY = 9

/**
 * Creates the answer to GETs of a text that is the same for all until the process ends. The text is made, hashed and compressed once, by the
 * first request that needs it; concurrent ones wait for it.
 * @param make returns the text; it is not kept beside its bytes.
 */
export function constantAnswer(
  headers: Record<string, string>,
  make: () => Promise<string>,
): (request: Request) => Promise<Response> {
  const answer = atFirstCall(async () => prepareResponse(200, headers, [], await make()))
  const bodies = new Map<Encoding, Promise<Buffer>>()
  const bodyIn = (text: Buffer, encoding: Encoding): Promise<Buffer> => {
    const known = bodies.get(encoding)
    if (known) return known
    const made = compress(text, encoding)
    bodies.set(encoding, made)
    return made
  }
  return async request => {
    const { etag, text } = await answer()
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    const sent = new Headers({ ...headers, etag, vary: 'Accept-Encoding' })
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: sent })
    const body = await bodyIn(text, encoding)
    if (encoding !== 'identity') sent.set('content-encoding', encoding)
    sent.set('content-length', String(body.length))
    return new Response(body as Uint8Array<ArrayBuffer>, { headers: sent })
  }
}

const compress = async (text: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'identity') return text
  if (encoding === 'gzip') return gzipped(text, { level: 9 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotli(text, { params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: text.length } })
}
