import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  chooseEncoding,
  type EncodedResponse,
  inEncoding,
  type ResponseCache,
} from '#platform/http/response-cache.server.ts'
import { countCacheHit } from '../http/metrics.server.ts'
import { canonicalPageAddress } from './page-address.server.ts'

/**
 * Writes a cached response directly to the socket, without router, context and stream.
 * @param everywhere headers of every response.
 * @returns false when the cache has none; the router answers then.
 */
export function serveCached(
  responseCache: ResponseCache,
  everywhere: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
  const answer = responseCache.get(canonicalPageAddress(request.url!))
  if (!answer) return false
  countCacheHit()
  const ready = inEncoding(answer, chooseEncoding(request.headers['accept-encoding']))
  const head = completeHead(ready, everywhere)
  if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, withoutLength(head)).end()
    return true
  }
  response.writeHead(answer.status, head).end(ready.body)
  return true
}

const heads = new WeakMap<EncodedResponse, string[]>()

/** All headers of a cached response, assembled once. */
function completeHead(answer: EncodedResponse, everywhere: Readonly<Record<string, string>>): string[] {
  const known = heads.get(answer)
  if (known) return known
  const own = new Set(answer.head.filter((_, at) => at % 2 === 0))
  const head = [
    ...answer.head,
    ...Object.entries(everywhere)
      .filter(([name]) => !own.has(name))
      .flat(),
  ]
  heads.set(answer, head)
  return head
}

/** A 304 has no body, and clients would take the original length for its own. */
function withoutLength(head: readonly string[]): string[] {
  const at = head.indexOf('content-length')
  return head.toSpliced(at, 2)
}
