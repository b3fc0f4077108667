import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { CatalogApi } from '../api.server.ts'
import { cardOf } from '../products/card-product.ts'
import { PAGE_SIZE, paramsOf, readFilters } from './store-filters.ts'

/** Loads the store page of a URL, with one call on the server and in the browser. */
export async function loadStore(fetch: Fetch, url: string) {
  const filters = readFilters(new URL(url).searchParams)
  const query = { ...paramsOf(filters), limit: String(PAGE_SIZE) }
  const { products, total, isAlike, facets } = await call(clientOf<CatalogApi>(fetch).products.$get({ query }))
  return { filters, products: products.map(cardOf), total, isAlike, facets, pageCount: Math.ceil(total / PAGE_SIZE) }
}
