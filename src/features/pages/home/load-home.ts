import type { CatalogApi } from '#features/catalog/api.server.ts'
import { cardOf } from '#features/catalog/card-product.ts'
import type { GiveawaysApi } from '#features/giveaways/api.server.ts'
import type { Giveaway } from '#features/giveaways/contract.ts'
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
  return { giveaways, products: products.map(cardOf) }
}

/** The giveaways on the home page; a signed-in person's may hold some that a guest does not see yet. */
export async function loadFeatured(fetch?: Fetch) {
  const { giveaways } = await call(clientOf<GiveawaysApi>(fetch).giveaways.$get({ query: {} }))
  return chooseFeatured(giveaways, GIVEAWAYS).map(featuredOf)
}

export type FeaturedGiveaway = ReturnType<typeof featuredOf>

/** Only what is drawn: everything a loader answers is in the HTML as well. */
const featuredOf = (giveaway: Giveaway) => ({
  id: giveaway.id,
  slug: giveaway.slug,
  title: giveaway.title,
  image: giveaway.image,
  tier: giveaway.tier,
  value: giveaway.value,
  totalSlots: giveaway.totalSlots,
  availableSlots: giveaway.availableSlots,
  startDate: giveaway.startDate,
  endDate: giveaway.endDate,
  state: giveaway.state,
})
