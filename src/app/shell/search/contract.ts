import { z } from 'zod'
import { Product, SoughtText } from '#features/catalog/products/contract.ts'
import { model } from '#kernel/api/openapi/model.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { LEAST_CHARACTERS } from './rules.ts'

export const SuggestionQuery = z.strictObject({ q: SoughtText.min(LEAST_CHARACTERS) })

const SuggestedPicture = z.object({ src: z.string(), placeholder: z.string() }).nullable()

export const SuggestedProduct = Product.pick({
  id: true,
  slug: true,
  name: true,
  tier: true,
  price: true,
  salesPrice: true,
  entries: true,
  isSubscription: true,
  interval: true,
  inStock: true,
})
  .extend({
    /** The color that the words name; the picture shows it. */
    color: z.string().nullable(),
    picture: SuggestedPicture,
  })
  .meta({ id: 'SuggestedProduct' })
export type SuggestedProduct = z.infer<typeof SuggestedProduct>

export const SuggestedGiveaway = model('SuggestedGiveaway', {
  slug: z.string(),
  title: z.string(),
  tier: z.enum(TIERS),
  picture: SuggestedPicture,
})
export type SuggestedGiveaway = z.infer<typeof SuggestedGiveaway>

export const Suggestions = model('Suggestions', {
  /** The first products of the store's search. */
  products: z.array(SuggestedProduct),
  /** All products of that search. */
  total: z.int(),
  /** No product has all words; these are the closest. */
  isAlike: z.boolean(),
  /** Running giveaways with all words in the title. */
  giveaways: z.array(SuggestedGiveaway),
})
export type Suggestions = z.infer<typeof Suggestions>
