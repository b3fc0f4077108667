import type { DataContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'

export type Options = { size?: string | undefined; color?: string | undefined }

/** A product of the store, as wishes and stock alerts need it. */
export type StoreProduct = {
  slug: string
  name: string
  tier: Tier
  paidCents: Cents
  priceCents: Cents
  salePriceCents: Cents | null
  entries: number
  isSubscription: boolean
  interval: 'month' | 'year'
  /** False stops the sale, whatever the stock. */
  forSale: boolean
  /** URL of the first picture without width and extension; null shows the logo. */
  image: string | null
  /** `priceCents` is a price of the variant's own. `free` units are neither sold nor held; null when stock is not counted. */
  variants: readonly { id: string; options: Options; priceCents: Cents | null; free: number | null }[]
}

/** What wishes need of the catalogue, a later feature. */
export type WishesPorts = {
  /** Products of the store by id. Deleted and unknown ones are missing. */
  productsOf: (ctx: DataContext, ids: readonly string[]) => Promise<ReadonlyMap<string, StoreProduct>>
  /** Names by id, also of deleted products. */
  namesOf: (ctx: DataContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
