import { paramsOf, readFilters } from '#features/catalog/store/store-filters.ts'
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

/** Serves GETs without a token from the cache, and caches responses that name what they show in `cache-tag`. Other public texts get an ETag. */
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
    // A constant answer (constant-answer.server.ts) is complete.
    if (response.headers.has('etag')) return response
    if (response.status !== 200 || (tags === null && !isPublicText(response))) return response
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))
    // A shared cache would answer members with what guests see.
    const answer = prepareResponse(
      200,
      { ...headers, vary: 'Authorization' },
      tags?.split(',').filter(Boolean) ?? [],
      await response.text(),
    )
    // Without tags nothing would invalidate it.
    if (tags !== null) responseCache.put(key, answer, mark)
    return respond(request, answer)
  }
}

const isPublicText = ({ headers }: Response) =>
  headers.get('cache-control')?.startsWith('public') === true &&
  /^(application\/json|text\/)/.test(headers.get('content-type') ?? '')

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

/** Query parameters that change the server's rendering, for pages whose URLs others extend, for example campaign links. */
const PARAMETERS: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/(legal)?$/, []],
  [/^\/(brand\.css|site\.webmanifest|llms\.txt|robots\.txt|sitemap\.xml)$/, []],
  [/^\/giveaways$/, ['tab']],
  [/^\/giveaways\/[^/]+$/, []],
  [/^\/pages\/[^/]+$/, []],
  [/^\/winners$/, ['after']],
  [/^\/product\/[^/]+$/, ['color', 'reviews', 'reviewsSort', 'reviewsStars', 'size']],
]

/**
 * The canonical URL under which a page is rendered and cached. Drops parameters that the page does not know and store filters without
 * effect, so that they cause no second rendering and evict no other page.
 * @param address a path with its query; pages outside the table keep their query.
 */
export function canonicalPageAddress(address: string): string {
  const start = address.indexOf('?')
  if (start < 0) return address
  const path = address.slice(0, start)
  const asked = new URLSearchParams(address.slice(start))
  if (path === '/store') return join(path, new URLSearchParams(paramsOf(readFilters(asked))))
  const names = PARAMETERS.find(([pattern]) => pattern.test(path))?.[1]
  if (!names) return address
  const known = names.flatMap(name =>
    asked
      .getAll(name)
      .slice(0, 1)
      .map(value => [name, value]),
  )
  return join(path, new URLSearchParams(known))
}

const join = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)
