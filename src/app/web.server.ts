import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { cacheControlOf, PUBLIC_PREFIXES } from '#kernel/ports/storage.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { createApi } from './api/api.server.ts'
import { devPages } from './dev-pages.server.ts'
import { answerError } from './http/answer-error.server.ts'
import { IN_PROCESS } from './http/call-kinds.server.ts'
import { visitorAddress } from './http/request-context.server.ts'
import { metrics } from './metrics/process-metrics.server.ts'
import { brandPictureRoutes } from './pages/brand/brand-pictures.server.ts'
import { cacheResponses } from './pages/cached-pages.server.ts'
import { createPages, type ServerBuild } from './pages/pages.server.ts'
import { offlineRoutes } from './pages/standalone/standalone.server.ts'
import type { Shop } from './services/services.server.ts'

const CLIENT = join(import.meta.dirname, '../../build/client')
const FILE_NAME = /\.\w+$/
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The whole shop as one function from a request to a response; called by the HTTP server, the sandbox's webhooks and the tests.
 * @param build the pages as built by Vite; without a build (API tests) there are no pages.
 * @param isDraining tells `/readyz` that the process is stopping.
 */
export function createWeb(shop: Shop, build?: ServerBuild, isDraining: () => boolean = () => false) {
  const app = new Hono()
  app.onError((error, c) => answerError(error, c, shop.services.log))
  const api = createApi(shop)
  const apiFetch: Fetch = cacheResponses(shop.responseCache, async (input, init) =>
    api.fetch(new Request(input, init), IN_PROCESS),
  )

  app.get('/healthz', c => c.text('ok'))
  app.get('/readyz', c => {
    const ready = !isDraining() && shop.databaseFailure() === undefined
    return c.text(ready ? 'ready' : 'not ready', ready ? 200 : 503)
  })
  app.get('/metrics', async c => {
    if (!mayScrape(shop, c.req.header('authorization'))) return c.notFound()
    const text = `${await metrics.metrics()}\n${await shop.metrics.text()}`
    return c.text(text, 200, { 'content-type': metrics.contentType })
  })
  // The API reads the caller's address from `env`, which has the Node request.
  const callApi = (request: Request, env?: object): Response | Promise<Response> =>
    request.method === 'GET'
      ? cacheResponses(shop.responseCache, async input => api.fetch(input as Request, env))(request)
      : api.fetch(request, env)
  app.all('/api/*', c => callApi(c.req.raw, c.env as object))
  app.get('/files/*', async c => {
    const key = storageKeyOf(c.req.path)
    const file = PUBLIC_PREFIXES.some(prefix => key?.startsWith(prefix))
      ? await shop.services.storage.get(key!)
      : undefined
    if (!file) return c.notFound()
    return c.body(file.body as Uint8Array<ArrayBuffer>, 200, {
      'content-type': file.contentType,
      'cache-control': cacheControlOf(key!),
    })
  })
  app.route('/', brandPictureRoutes(shop))
  if (shop.env.MODE === 'demo') app.route('/', devPages(shop))
  if (build && existsSync(CLIENT)) {
    app.route('/', offlineRoutes(CLIENT))
    app.use('/assets/*', immutable, serveStatic({ root: CLIENT, precompressed: true }))
    const files = serveStatic({
      root: CLIENT,
      precompressed: true,
      onFound: (_path, c) => {
        c.header('cache-control', 'public, max-age=3600')
        // A verifier is worth something as a file whose hash is known, not as a page of the shop.
        if (c.req.path.startsWith('/verify/')) c.header('content-disposition', 'attachment')
      },
    })
    // Only paths with a file name are looked up on disk; pages are not.
    app.use('*', (c, next) => (FILE_NAME.test(c.req.path) ? files(c, next) : next()))
    app.all('*', c => pages(c.req.raw, networkOf(visitorAddress(c, shop.env.TRUSTED_PROXIES))))
  }
  const pages = build ? createPages(shop, build, apiFetch) : async () => new Response('Not found', { status: 404 })
  /** Calls of the API go past the router of pages and files, which costs a call a twentieth of its processor time. */
  const fetch = (request: Request, env?: object) =>
    isApiCall(request.url) ? callApi(request, env) : app.fetch(request, env)
  return { fetch, app, api, apiFetch }
}

/** False for an unusual spelling of `/api/`, which the router knows. */
function isApiCall(url: string): boolean {
  return url.startsWith('/api/', url.indexOf('/', url.indexOf('://') + 3))
}

/** The storage key of a public URL; undefined for a malformed URL (`%` without its two digits). */
function storageKeyOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path.slice('/files/'.length))
  } catch {
    return undefined
  }
}

/** In production only callers with the token get the metrics; others cannot learn that the route exists. */
function mayScrape({ env }: Shop, authorization = ''): boolean {
  if (env.MODE === 'demo') return true
  if (!env.METRICS_TOKEN) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization), digest(`Bearer ${env.METRICS_TOKEN}`))
}

async function immutable(c: import('hono').Context, next: import('hono').Next) {
  await next()
  if (c.res.ok) c.res.headers.set('cache-control', IMMUTABLE)
}
