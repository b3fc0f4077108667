import type { Product } from '#features/catalog/products/contract.ts'
import { pricesIn } from '#features/catalog/products/variant-price.ts'
import { findSuggestedProducts } from '#features/catalog/queries/suggest-products.server.ts'
import { wordsOf } from '#features/catalog/search/search-terms.ts'
import { findLiveGiveaways } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import type { Giveaway } from '#features/giveaways/giveaway/contract.ts'
import { access, showing } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { type SuggestedGiveaway, type SuggestedProduct, SuggestionQuery, Suggestions } from './contract.ts'

const MOST_PRODUCTS = 6
const MOST_GIVEAWAYS = 2

/** Suggestions of the search in the header. */
export const searchApi = () =>
  newApi(
    defineRoute('get', '/search', access('anyone'), {
      summary:
        'Suggest up to six products and two running giveaways for a search text, with the total of products found',
      query: SuggestionQuery,
      answers: Suggestions,
      handler: async ({ ctx, query: { q }, c }) => {
        showing(c, 'products', 'giveaways')
        const words = wordsOf(q)
        const [{ products, total, isAlike }, giveaways] = await runCostly(ctx, 'searches', () =>
          Promise.all([findSuggestedProducts(ctx, q, MOST_PRODUCTS), findLiveGiveaways(ctx, words, MOST_GIVEAWAYS)]),
        )
        const answer = {
          products: products.map(product => productOf(product, words)),
          total,
          isAlike,
          giveaways: giveaways.map(giveawayOf),
        }
        return answer
      },
    }),
  )

export type SearchApi = ReturnType<typeof searchApi>

const pictureOf = ([first]: readonly { src: string; placeholder: string }[]) =>
  first ? { src: first.src, placeholder: first.placeholder } : null

/** The color of a product that the words name, if a picture shows it. */
const soughtColorOf = ({ variants }: Product, words: readonly string[]) =>
  variants.find(
    ({ options, image }) =>
      image &&
      options.color
        ?.toLowerCase()
        .split(' ')
        .some(word => words.includes(word)),
  )

function productOf(product: Product, words: readonly string[]): SuggestedProduct {
  const sought = soughtColorOf(product, words)
  const pictures = sought ? product.pictures.filter(({ image }) => image === sought.image) : product.pictures
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    tier: product.tier,
    ...pricesIn(product),
    entries: product.entries,
    isSubscription: product.isSubscription,
    interval: product.interval,
    inStock: product.inStock,
    color: sought?.options.color ?? null,
    picture: pictureOf(pictures),
  }
}

type FoundGiveaway = Pick<Giveaway, 'slug' | 'title' | 'tier' | 'pictures'>
const giveawayOf = ({ slug, title, tier, pictures }: FoundGiveaway): SuggestedGiveaway => ({
  slug,
  title,
  tier,
  picture: pictureOf(pictures),
})
