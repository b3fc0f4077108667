import type { LoaderFunctionArgs } from 'react-router'
import type { CatalogApi } from '#features/catalog/api.server.ts'
import type { GiveawaysApi } from '#features/giveaways/api.server.ts'
import type { OwnPagesApi } from '#features/own-pages/api.server.ts'
import { apiFetchOf, clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { siteContext } from '#kernel/client/calls/server-api.ts'

const FIXED = ['/', '/store', '/giveaways', '/winners', '/fair', '/legal']
/** A sitemap may hold 50,000 URLs: 400 pages of 100 products, 50 of past giveaways, 20 of pages by staff, and the rest. */
const PRODUCT_PAGES = 400
const GIVEAWAY_PAGES = 50
const OWN_PAGES = 20

/** `/sitemap.xml`: all pages that search engines may index. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const fetch = apiFetchOf(context)
  const { products } = clientOf<CatalogApi>(fetch)
  const { giveaways } = clientOf<GiveawaysApi>(fetch)
  const { pages } = clientOf<OwnPagesApi>(fetch)
  const giveawayPaths = (found: readonly { slug: string }[]) => found.map(({ slug }) => `/giveaways/${slug}`)
  const paths = await Promise.all([
    FIXED,
    listPaths(PRODUCT_PAGES, async next => {
      const { products: found, nextCursor } = await call(products.$get({ query: { limit: '100', ...next } }))
      return { paths: found.map(({ slug }) => `/product/${slug}`), nextCursor }
    }),
    giveawayPaths((await call(giveaways.$get({ query: {} }))).giveaways),
    listPaths(GIVEAWAY_PAGES, async next => {
      const answer = await call(giveaways.$get({ query: { past: 'true', ...next } }))
      return { paths: giveawayPaths(answer.giveaways), nextCursor: answer.nextCursor }
    }),
    listPaths(OWN_PAGES, async next => {
      const answer = await call(pages.$get({ query: { limit: '100', ...next } }))
      return { paths: answer.pages.map(({ slug }) => `/pages/${slug}`), nextCursor: answer.nextCursor }
    }),
  ])
  return new Response(sitemapOf(context.get(siteContext).origin, paths.flat()), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}

type PathPage = { paths: string[]; nextCursor: string | null }

async function listPaths(pages: number, readPage: (next: { cursor?: string }) => Promise<PathPage>): Promise<string[]> {
  const paths: string[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < pages && cursor !== null; page++) {
    const answer = await readPage(cursor ? { cursor } : {})
    paths.push(...answer.paths)
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
