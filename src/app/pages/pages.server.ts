import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import { accentTonesOf, tonesCss } from '#kernel/brand/accent-tones.ts'
import { pictureQueryOf } from '#kernel/brand/brand-version.server.ts'
import type { PageFailure, Site } from '#kernel/client/calls/server-api.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { DEFAULT_ACCENT, publicPartOf } from '#kernel/settings.ts'
import type { followZones as followShopZones } from '#kernel/values/clock/shop-clock.ts'
import { Refusal } from '#platform/errors.ts'
import type { Limit } from '#platform/http/rate-limit.server.ts'
import { type CachedResponse, prepareResponse } from '#platform/http/response-cache.server.ts'
import { STAFF_PERMISSIONS, sealScripts } from '../http/security/security-headers.server.ts'
import { TRUSTED_TYPES_DIRECTIVES } from '../http/security/trusted-types.ts'
import type { Shop } from '../services/services.server.ts'
import { canonicalPageAddress, keyOf, respond } from './cached-pages.server.ts'
import { closedBuild, isPageBeforeOpening } from './closed/closed-shop.ts'
import { createRenderings } from './renderings.server.ts'
import { findStylesheet } from './standalone/build-files.ts'
import { busyPage, wrongMethodPage } from './standalone/standalone.server.ts'
import type { Frame } from './standalone/standalone-page.ts'

export type { ServerBuild }

/** Renderings per visitor network. One rendering takes about 15 ms, so a burst costs two seconds. Cached pages are not counted. */
const RENDERINGS: Limit = { points: 120, seconds: 20 }

/** Retry delay in seconds when the shop cannot answer and no other delay is known. */
const RETRY_SECONDS = 5

const CLIENT = join(import.meta.dirname, '../../../build/client')

/**
 * Renders the pages. Pages show only public content, so one rendering serves all visitors. The cache keeps a page for seconds, compressed,
 * under the tags of the API responses it was made from, and drops the page when one of the tags is invalidated.
 * @param apiFetch the API in this process; loaders call it instead of the network.
 */
export function createPages(shop: Shop, build: ServerBuild, apiFetch: Fetch) {
  const render = createRequestHandler(build, 'production')
  const renderClosed = createRequestHandler(closedBuild(build), 'production')
  const { apiContext, failureContext, followZones, htmlContext, nonceContext, siteContext } = build.entry
    .module as unknown as {
    followZones: typeof followShopZones
    apiContext: RouterContext<Fetch>
    nonceContext: RouterContext<string>
    failureContext: RouterContext<PageFailure | null>
    htmlContext: RouterContext<string | null>
    siteContext: RouterContext<Site>
  }
  const stylesheet = findStylesheet(CLIENT) ?? '/plain-page.css'
  const frame = async (): Promise<Frame> => {
    const { brand } = shop.services.settings
    const isOwn = brand.accent !== DEFAULT_ACCENT
    return { stylesheet, shop: brand, colours: isOwn ? tonesCss(await accentTonesOf(brand.accent)) : undefined }
  }

  async function renderKept(address: string): Promise<Response | CachedResponse> {
    const mark = shop.responseCache.mark()
    // Every page contains the public settings, such as the display of prices.
    const tags = new Set<string>(['settings'])
    let isKept = !isPreview(address)
    const nonce = randomBytes(16).toString('base64url')
    const context = new RouterContextProvider()
    context.set(nonceContext, nonce)
    const { now } = shop.system
    const changesAt = shop.storefront.changesAt()
    const site = siteOf(shop)
    context.set(siteContext, site)
    // The build has modules of its own.
    followZones(site.zones)
    context.set(apiContext, async (input, init) => {
      const answer = await apiFetch(new URL(String(input), shop.services.origin), init)
      isKept &&= answer.status !== 503
      for (const tag of (answer.headers.get('cache-tag') ?? '').split(',')) if (tag) tags.add(tag)
      return answer
    })
    const isClosed =
      !shop.services.settings.isOpen && !isPageBeforeOpening(new URL(address, shop.services.origin).pathname)
    const response = await (isClosed ? renderClosed : render)(new Request(shop.services.origin + address), context)
    const { error, refusal } = context.get(failureContext) ?? {}
    if (error && !refusal) shop.services.log.error({ err: error, path: address.split('?')[0] }, 'page failed')
    const status = response.status === 500 && refusal ? refusal.status : response.status
    // A slightly outdated page is better than none.
    if (status === 503)
      return (
        shop.responseCache.getStale(address) ??
        busyPage(503, Number(refusal?.details.retryAfter) || RETRY_SECONDS, await frame())
      )
    const type = response.headers.get('content-type') ?? ''
    if (!KEPT_TYPES.test(type)) return response
    const text = context.get(htmlContext) ?? (await response.text())
    const { html, sources } = type.includes('html') ? sealScripts(text, nonce) : { html: text, sources: [] }
    const answer = prepareResponse(
      status,
      pageHeaders(shop, response.headers, { sources, status, address }),
      [...tags],
      html,
    )
    if (status === 200 && isKept) shop.responseCache.put(address, answer, mark, changesAt && changesAt - +now())
    return answer
  }

  const renderOnce = createRenderings(shop, renderKept)

  /** @param network of the visitor, for the rendering limit and its share of the renderings. */
  return async (request: Request, network: string): Promise<Response> => {
    if (!READS.includes(request.method)) return wrongMethodPage(READS.join(', '), await frame())
    const address = canonicalPageAddress(keyOf(request.url))
    const known = shop.responseCache.get(address)
    if (known) return respond(request, known)
    const refusal = await shop.services.limits.spend('page', network, RENDERINGS).catch(asRefusal)
    // A stale page costs no rendering and is better than none.
    const stale = refusal && shop.responseCache.getStale(address)
    if (stale) return respond(request, stale)
    if (refusal) return busyPage(429, Number(refusal.details.retryAfter), await frame())
    const made = await renderOnce(address, network).catch(asRefusal)
    if (made instanceof Refusal) {
      const known = shop.responseCache.getStale(address)
      return known ? respond(request, known) : busyPage(503, Number(made.details.retryAfter), await frame())
    }
    return made instanceof Response ? made.clone() : respond(request, made)
  }
}

/** Pages have no actions: forms call the API. */
const READS = ['GET', 'HEAD']

/** Pages, and files for programs: the site map, robots.txt, the manifest, the colours of the brand. */
const KEPT_TYPES = /^text\/(html|plain|css)|^application\/(xml|manifest\+json)/

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

const siteOf = ({ services, env, system, zones, storefront }: Shop): Site => ({
  origin: services.origin,
  demo: env.MODE === 'demo',
  year: system.now().getUTCFullYear(),
  settings: publicPartOf(services.settings),
  pictures: pictureQueryOf(services.settings.brand),
  zones: zones(),
  ...(services.shippingZones.length > 0 && { hasShippingZones: true }),
  ...storefront.current(),
})

/** The draft of the home page: in frames of the shop alone, and kept nowhere. */
const isPreview = (address: string) => /^\/admin\/home-preview(\?|$)/.test(address)

type Rendered = { /** Of the page's inline scripts. */ sources: string[]; status: number; address: string }

function pageHeaders(
  { services }: Shop,
  from: Headers,
  { sources, status, address }: Rendered,
): Record<string, string> {
  const paymentPages = services.payments.providers.flatMap(({ pageOrigin }) => pageOrigin ?? [])
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...sources].join(' '),
    // The server renders no style attributes. Scripts set sizes known only at run time, which the policy allows.
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-ancestors ${isPreview(address) ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
    ["form-action 'self'", ...paymentPages].join(' '),
    ...TRUSTED_TYPES_DIRECTIVES,
  ]
  return {
    ...Object.fromEntries(from),
    ...(!services.settings.isOpen && { 'x-robots-tag': 'noindex' }),
    ...(/^\/admin(\?|$)/.test(address) && { 'permissions-policy': STAFF_PERMISSIONS }),
    // The editor of the home page shows it in frames.
    ...(isPreview(address) && { 'x-frame-options': 'SAMEORIGIN' }),
    // Shared caches must not store a failure, because it may be over in a moment.
    'cache-control':
      [200, 404, 410].includes(status) && !isPreview(address)
        ? 'public, max-age=0, s-maxage=5, must-revalidate'
        : 'no-store',
    'content-security-policy': policy.join('; '),
  }
}
