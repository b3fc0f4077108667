import type { CatalogApi } from '#features/catalog/api.server.ts'
import { cardOf as productCardOf } from '#features/catalog/products/card-product.ts'
import type { GiveawaysApi } from '#features/giveaways/api.server.ts'
import { cardOf as giveawayCardOf } from '#features/giveaways/catalogue/card-giveaway.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { chooseFeatured } from './featured.ts'

/** The home page shows 2 giveaways. */
const GIVEAWAYS = 2
const PRODUCTS = 4

/** Loads the home page, with one set of calls on the server and in the browser. */
export async function loadHome(fetch: Fetch) {
  const [giveaways, { products }] = await Promise.all([
    loadFeatured(fetch),
    call(clientOf<CatalogApi>(fetch).products.$get({ query: { limit: String(PRODUCTS) } })),
  ])
  return { giveaways, products: products.map(productCardOf) }
}

/** The giveaways of the home page; a signed-in user's list may hold giveaways that guests do not see yet. */
export async function loadFeatured(fetch?: Fetch) {
  const { giveaways } = await call(clientOf<GiveawaysApi>(fetch).giveaways.$get({ query: {} }))
  return chooseFeatured(giveaways, GIVEAWAYS).map(giveawayCardOf)
}
