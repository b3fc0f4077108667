import { createHash } from 'node:crypto'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Site } from '#platform/client/server-api.ts'
import type { Fetch } from '#platform/client/transport.ts'
import { prepareAnswer } from '#platform/http/kept.server.ts'
import { keyOf, respond } from './keep-answers.server.ts'
import type { Shop } from './services.server.ts'

export type { ServerBuild }

/**
 * Renders the pages. They show only what any guest may see, so one rendering serves everybody: it is kept for seconds,
 * compressed, under the tags of whatever API answers it was made from, and dropped with them.
 * @param apiFetch the API in this process; loaders call it instead of the network.
 */
export function createPages(shop: Shop, build: ServerBuild, apiFetch: Fetch) {
  const render = createRequestHandler(build, 'production')
  const { apiContext, siteContext } = build.entry.module as unknown as {
    apiContext: RouterContext<Fetch>
    siteContext: RouterContext<Site>
  }
  const site: Site = { origin: shop.services.origin, demo: shop.env.MODE === 'demo' }

  return async (request: Request): Promise<Response> => {
    const key = keyOf(request.url)
    const known = request.method === 'GET' ? shop.kept.get(key) : undefined
    if (known) return respond(request, known)
    const mark = shop.kept.mark()
    const tags = new Set<string>()
    const context = new RouterContextProvider()
    context.set(siteContext, site)
    context.set(apiContext, async (input, init) => {
      const answer = await apiFetch(new URL(String(input), shop.services.origin), init)
      for (const tag of (answer.headers.get('cache-tag') ?? '').split(',')) if (tag) tags.add(tag)
      return answer
    })
    const response = await render(request, context)
    if (!response.headers.get('content-type')?.includes('text/html')) return response
    const html = await response.text()
    const headers = pageHeaders(response.headers, html)
    const answer = prepareAnswer(response.status, headers, [...tags], html)
    if (request.method === 'GET' && response.status === 200) shop.kept.put(key, answer, mark)
    return respond(request, answer)
  }
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** Kept HTML is the same for everybody, so inline scripts are allowed by their hashes; a nonce would be a secret told to all. */
function pageHeaders(from: Headers, html: string): Record<string, string> {
  const hashes = new Set<string>()
  for (const [, script] of html.matchAll(INLINE_SCRIPT))
    hashes.add(`'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self'",
    // React writes sizes that are known only at run time as style attributes; they cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self' https://checkout.stripe.com",
  ]
  return {
    ...Object.fromEntries(from),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=5, must-revalidate',
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  }
}
