import type { CatalogApi } from '#features/catalog/api.server.ts'
import { cardOf as productCardOf } from '#features/catalog/products/card-product.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { GiveawaysApi } from '../../../api.server.ts'
import { type CardGiveaway, cardOf } from '../../card-giveaway.ts'

export const GIVEAWAY_TABS = ['active', 'past'] as const
export type GiveawayTab = (typeof GIVEAWAY_TABS)[number]

/** The list shows up to 4 products of the giveaway's tier. */
const BOOSTS = 4

const tabOf = (url: string): GiveawayTab => (new URL(url).searchParams.get('tab') === 'past' ? 'past' : 'active')

/** The cards of one tab that the caller may see. */
export async function loadCards(tab: GiveawayTab, fetch?: Fetch): Promise<CardGiveaway[]> {
  const query = tab === 'past' ? { past: 'true' as const } : {}
  const { giveaways } = await call(clientOf<GiveawaysApi>(fetch).giveaways.$get({ query }))
  return giveaways.map(cardOf)
}

/** Data of the list page, with products that earn credits of the first open giveaway's tier. */
export async function loadList(fetch: Fetch, url: string) {
  const tab = tabOf(url)
  const giveaways = await loadCards(tab, fetch)
  const tier = (giveaways.find(({ state }) => state === 'open') ?? giveaways[0])?.tier
  if (!tier || tab === 'past') return { tab, giveaways, boost: null }
  const { products } = await call(clientOf<CatalogApi>(fetch).products.$get({ query: { tier, limit: '12' } }))
  const earning = products.filter(({ entries, inStock }) => entries > 0 && inStock).slice(0, BOOSTS)
  return { tab, giveaways, boost: { tier, products: earning.map(productCardOf) } }
}
