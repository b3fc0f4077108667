import type { CatalogApi } from '#features/catalog/api.server.ts'
import { cardOf as productCardOf } from '#features/catalog/products/card-product.ts'
import type { GiveawaysApi } from '#features/giveaways/api.server.ts'
import { cardOf as giveawayCardOf } from '#features/giveaways/giveaway/card-giveaway.ts'
import type { GiveawayState } from '#features/giveaways/giveaway/rules.ts'
import type { StorefrontApi } from '#features/storefront/api.server.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'

/** The home page shows 2 giveaways. */
const GIVEAWAYS = 2
const PRODUCTS = 4

/** Loads the home page, with one set of calls on the server and in the browser. `home` is undefined for the shop's own sections. */
export async function loadHome(fetch: Fetch) {
  const [lists, { sections }] = await Promise.all([loadLists(fetch), call(clientOf<StorefrontApi>(fetch).home.$get())])
  return { ...lists, ...(sections && { home: sections }) }
}

/** What the sections of the home page list. */
export async function loadLists(fetch: Fetch) {
  const [featured, latestDraw, { products }] = await Promise.all([
    loadFeatured(fetch),
    loadLatestDraw(fetch),
    call(clientOf<CatalogApi>(fetch).products.$get({ query: { limit: String(PRODUCTS) } })),
  ])
  return { featured, latestDraw, products: products.map(productCardOf) }
}

export type HomeLists = Awaited<ReturnType<typeof loadLists>>

/** The giveaways of the home page; a signed-in user's list may hold giveaways that guests do not see yet. */
export async function loadFeatured(fetch?: Fetch) {
  const { giveaways } = await call(clientOf<GiveawaysApi>(fetch).giveaways.$get({ query: {} }))
  const { lead, others } = chooseFeatured(giveaways, GIVEAWAYS)
  return { lead: lead && giveawayCardOf(lead), others: others.map(giveawayCardOf) }
}

/** Past giveaways among which the latest draw is looked for: others wait for theirs, or were cancelled. */
const PAST = '12'

async function loadLatestDraw(fetch: Fetch) {
  const { giveaways } = await call(
    clientOf<GiveawaysApi>(fetch).giveaways.$get({ query: { past: 'true', limit: PAST } }),
  )
  const drawn = giveaways
    .filter(({ state, winner }) => state === 'drawn' && winner)
    .toSorted((a, b) => Date.parse(b.drawDate!) - Date.parse(a.drawDate!))[0]
  return drawn && giveawayCardOf(drawn)
}

/** Upcoming giveaways first, sold-out ones last. Ended ones are not featured. */
const RANKS: Partial<Record<GiveawayState, number>> = { upcoming: 0, 'early-access': 0, open: 1, 'sold-out': 2 }

type Featured<G> = { lead: G | undefined; others: G[] }

/**
 * The giveaways to feature, at most `count`; within a rank, the earliest closing first. `lead` can be entered now, if one can; `others`
 * follow in the order of their ranks.
 */
export function chooseFeatured<G extends { state: GiveawayState; endDate: string | null }>(
  giveaways: readonly G[],
  count: number,
): Featured<G> {
  const closing = (giveaway: G) => (giveaway.endDate ? Date.parse(giveaway.endDate) : Number.MAX_SAFE_INTEGER)
  const ranked = giveaways
    .filter(giveaway => RANKS[giveaway.state] !== undefined)
    .sort((a, b) => RANKS[a.state]! - RANKS[b.state]! || closing(a) - closing(b))
  const lead = ranked.find(({ state }) => state === 'open') ?? ranked[0]
  return { lead, others: ranked.filter(giveaway => giveaway !== lead).slice(0, count - 1) }
}
