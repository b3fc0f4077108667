import type { CatalogApi } from '#features/catalog/api.server.ts'
import { cardOf as productCardOf } from '#features/catalog/card-product.ts'
import type { GiveawaysApi } from '#features/giveaways/api.server.ts'
import { cardOf as giveawayCardOf } from '#features/giveaways/card-giveaway.ts'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { Fetch } from '#platform/client/transport.ts'
import { chooseFeatured } from './featured.ts'

/** customer-side.md section 9: home shows 2 giveaways. */
const GIVEAWAYS = 2
const PRODUCTS = 4

/** What the home page shows of the shop: the same calls in the process and in the browser. */
export async function loadHome(fetch: Fetch) {
  const [giveaways, { products }] = await Promise.all([
    loadFeatured(fetch),
    call(clientOf<CatalogApi>(fetch).products.$get({ query: { limit: String(PRODUCTS) } })),
  ])
  return { giveaways, products: products.map(productCardOf) }
}

/** The giveaways on the home page; a signed-in person's may hold some that a guest does not see yet. */
export async function loadFeatured(fetch?: Fetch) {
  const { giveaways } = await call(clientOf<GiveawaysApi>(fetch).giveaways.$get({ query: {} }))
  return chooseFeatured(giveaways, GIVEAWAYS).map(giveawayCardOf)
}
