import type { Fetch } from '#kernel/client/calls/transport.ts'
import {
  type CachedResponse,
  chooseEncoding,
  inEncoding,
  prepareResponse,
  type ResponseCache,
} from '#platform/http/response-cache.server.ts'

/** The cache is shared by all callers, so it serves guests' GETs alone; a token or a cookie makes no difference to public pages. */
export const keyOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start < 0 ? '/' : url.slice(start)
}

/** Serves GETs without a token from the cache, and caches responses that name what they show in `cache-tag`. */
export function cacheResponses(responseCache: ResponseCache, fetch: Fetch): Fetch {
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init)
    if (request.method !== 'GET' || request.headers.has('authorization')) return fetch(request)
    const key = keyOf(request.url)
    const known = responseCache.get(key)
    if (known) return respond(request, known)
    const mark = responseCache.mark()
    const response = await fetch(request)
    const stale = response.status === 503 ? responseCache.getStale(key) : undefined
    if (stale) return respond(request, stale)
    const tags = response.headers.get('cache-tag')
    if (response.status !== 200 || tags === null) return response
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))
    const answer = prepareResponse(200, headers, tags.split(',').filter(Boolean), await response.text())
    responseCache.put(key, answer, mark)
    return respond(request, answer)
  }
}

/** A cached response for one request: in an accepted encoding, or 304 when the ETag matches. */
export function respond(request: Request, answer: CachedResponse): Response {
  const { head, body } = inEncoding(answer, chooseEncoding(request.headers.get('accept-encoding')))
  const headers = new Headers()
  for (let at = 0; at < head.length; at += 2) headers.set(head[at]!, head[at + 1]!)
  if (request.headers.get('if-none-match') !== answer.etag) {
    return new Response(body as Uint8Array<ArrayBuffer>, { status: answer.status, headers })
  }
  headers.delete('content-length')
  return new Response(null, { status: 304, headers })
}
