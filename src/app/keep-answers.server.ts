import type { Fetch } from '#platform/client/transport.ts'
import { chooseEncoding, inEncoding, type Kept, type KeptAnswer, prepareAnswer } from '#platform/http/kept.server.ts'

/** Kept answers are shared by everybody, so only guests' GETs take part; a token or a cookie makes no difference to public pages. */
export const keyOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start < 0 ? '/' : url.slice(start)
}

/** Answers GETs without a token from memory when they are there, and keeps those that say by `cache-tag` what they show. */
export function keepAnswers(kept: Kept, fetch: Fetch): Fetch {
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init)
    if (request.method !== 'GET' || request.headers.has('authorization')) return fetch(request)
    const key = keyOf(request.url)
    const known = kept.get(key)
    if (known) return respond(request, known)
    const mark = kept.mark()
    const response = await fetch(request)
    const stale = response.status === 503 ? kept.getStale(key) : undefined
    if (stale) return respond(request, stale)
    const tags = response.headers.get('cache-tag')
    if (response.status !== 200 || tags === null) return response
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))
    const answer = prepareAnswer(200, headers, tags.split(',').filter(Boolean), await response.text())
    kept.put(key, answer, mark)
    return respond(request, answer)
  }
}

/** A kept answer for one request: the encoding it takes, or 304 when it has the same already. */
export function respond(request: Request, answer: KeptAnswer): Response {
  const { head, body } = inEncoding(answer, chooseEncoding(request.headers.get('accept-encoding')))
  const headers = new Headers()
  for (let at = 0; at < head.length; at += 2) headers.set(head[at]!, head[at + 1]!)
  if (request.headers.get('if-none-match') !== answer.etag) {
    return new Response(body as Uint8Array<ArrayBuffer>, { status: answer.status, headers })
  }
  headers.delete('content-length')
  return new Response(null, { status: 304, headers })
}
