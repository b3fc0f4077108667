import { randomBytes } from 'node:crypto'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Site } from '#platform/client/server-api.ts'
import type { Fetch } from '#platform/client/transport.ts'
import { prepareAnswer } from '#platform/http/kept.server.ts'
import { publicPartOf } from '#platform/settings.ts'
import { keyOf, respond } from './keep-answers.server.ts'
import { sealScripts } from './script-policy.server.ts'
import type { Shop } from './services.server.ts'

export type { ServerBuild }

/**
 * Renders the pages. They show only what any guest may see, so one rendering serves everybody: it is kept for seconds,
 * compressed, under the tags of whatever API answers it was made from, and dropped with them.
 * @param apiFetch the API in this process; loaders call it instead of the network.
 */
export function createPages(shop: Shop, build: ServerBuild, apiFetch: Fetch) {
  const render = createRequestHandler(build, 'production')
  const { apiContext, nonceContext, siteContext } = build.entry.module as unknown as {
    apiContext: RouterContext<Fetch>
    nonceContext: RouterContext<string>
    siteContext: RouterContext<Site>
  }

  return async (request: Request): Promise<Response> => {
    const key = keyOf(request.url)
    const known = request.method === 'GET' ? shop.kept.get(key) : undefined
    if (known) return respond(request, known)
    const mark = shop.kept.mark()
    const tags = new Set<string>()
    const nonce = randomBytes(16).toString('base64url')
    const context = new RouterContextProvider()
    context.set(nonceContext, nonce)
    context.set(siteContext, siteOf(shop))
    context.set(apiContext, async (input, init) => {
      const answer = await apiFetch(new URL(String(input), shop.services.origin), init)
      for (const tag of (answer.headers.get('cache-tag') ?? '').split(',')) if (tag) tags.add(tag)
      return answer
    })
    const response = await render(request, context)
    if (!response.headers.get('content-type')?.includes('text/html')) return response
    const { html, sources } = sealScripts(await response.text(), nonce)
    const headers = pageHeaders(response.headers, sources)
    const answer = prepareAnswer(response.status, headers, [...tags], html)
    if (request.method === 'GET' && response.status === 200) shop.kept.put(key, answer, mark)
    return respond(request, answer)
  }
}

const siteOf = ({ services, env }: Shop): Site => ({
  origin: services.origin,
  demo: env.MODE === 'demo',
  settings: publicPartOf(services.settings),
})

/** @param scripts the sources of the page's own inline scripts. */
function pageHeaders(from: Headers, scripts: string[]): Record<string, string> {
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    // No style attribute is rendered; sizes known only at run time are set by script, which the policy does not concern.
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
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
