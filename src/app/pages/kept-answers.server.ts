import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'
import {
  chooseEncoding,
  type EncodedResponse,
  inEncoding,
  type ResponseCache,
} from '#platform/http/response-cache.server.ts'
import { requestIdOf } from '../http/request-id.server.ts'
import { countCacheHit } from '../metrics/process-metrics.server.ts'
import { canonicalPageAddress } from './cached-pages.server.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Writes cached responses directly to the socket, without router, context and stream.
 * @param everywhere headers of every response.
 * @returns a function that is false when the cache has no response; the router answers then.
 */
export function serveKept(responseCache: ResponseCache, everywhere: Headers) {
  const known = new WeakMap<EncodedResponse, string>()
  const linesOf = (encoded: EncodedResponse): string => {
    const lines = known.get(encoded)
    if (lines !== undefined) return lines
    const made = sharedLines(encoded, everywhere)
    known.set(encoded, made)
    return made
  }
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, headers, url = '' } = request
    if (method !== 'GET' || headers.authorization !== undefined) return false
    // The API's responses have the address as it is, pages the canonical one, which takes longer to find.
    const answer = responseCache.get(url) ?? responseCache.get(canonicalPageAddress(url))
    if (!answer) return false
    countCacheHit()
    const encoded = inEncoding(answer, chooseEncoding(headers['accept-encoding']))
    const requestId = requestIdOf(request)
    // A 304 has no body, and clients would take the original length for its own.
    if (headers['if-none-match'] === answer.etag) {
      writeHead(response, 304, ['x-request-id', requestId], linesOf(encoded))
      response.end()
    } else {
      const own = ['content-length', encoded.body.length, 'x-request-id', requestId]
      writeHead(response, answer.status, own, linesOf(encoded))
      response.end(encoded.body)
    }
    return true
  }
}

/** The header lines of a cached response that are equal for every request, checked as Node checks them at each `writeHead`. */
function sharedLines({ head }: EncodedResponse, everywhere: Headers): string {
  const own: Record<string, string> = {}
  for (let at = 0; at < head.length; at += 2) own[head[at]!] = head[at + 1]!
  const { 'content-length': _length, ...shared } = { ...own, ...everywhere, ...own }
  let lines = ''
  for (const [name, value] of Object.entries(shared)) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

/**
 * Adds lines to what Node sends before the body. `writeHead` checks and copies each header for each response, which takes a third of a cached
 * response's time. Node keeps the lines that it wrote in `_header` until the body comes.
 * @param own headers of this response; Node adds date and connection.
 */
function writeHead(response: ServerResponse, status: number, own: OutgoingHttpHeader[], lines: string): void {
  response.writeHead(status, own)
  const written = response as ServerResponse & { _header: string }
  const afterStatus = written._header.indexOf('\r\n') + 2
  written._header = written._header.slice(0, afterStatus) + lines + written._header.slice(afterStatus)
}
