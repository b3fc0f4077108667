import type { LoaderFunctionArgs } from 'react-router'
import type { CatalogApi } from '#features/catalog/api.server.ts'
import type { GiveawaysApi } from '#features/giveaways/api.server.ts'
import { apiFetchOf, clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { siteContext } from '#kernel/client/calls/server-api.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'

const FIXED = ['/', '/store', '/giveaways', '/legal']
/** A sitemap may hold 50,000 URLs; 400 pages of 100 products leave room for the rest. */
const PAGES = 400

/** `/sitemap.xml`: all pages that search engines may index. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const fetch = apiFetchOf(context)
  const { giveaways } = clientOf<GiveawaysApi>(fetch)
  const [products, open, past] = await Promise.all([
    listProductPaths(fetch),
    call(giveaways.$get({ query: {} })),
    call(giveaways.$get({ query: { past: 'true' } })),
  ])
  const paths = [
    ...FIXED,
    ...products,
    ...[...open.giveaways, ...past.giveaways].map(({ slug }) => `/giveaways/${slug}`),
  ]
  return new Response(sitemapOf(context.get(siteContext).origin, paths), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}

async function listProductPaths(fetch: Fetch): Promise<string[]> {
  const { products } = clientOf<CatalogApi>(fetch)
  const paths: string[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < PAGES && cursor !== null; page++) {
    const answer = await call(products.$get({ query: { limit: '100', ...(cursor && { cursor }) } }))
    paths.push(...answer.products.map(({ slug }) => `/product/${slug}`))
    cursor = answer.nextCursor
  }
  return paths
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Sitemap XML of a list of paths, as absolute URLs. */
export function sitemapOf(origin: string, paths: readonly string[]): string {
  const address = (path: string) => (origin + encodeURI(path)).replace(/[&<>"']/g, sign => ENTITIES[sign]!)
  const urls = paths.map(path => `<url><loc>${address(path)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
