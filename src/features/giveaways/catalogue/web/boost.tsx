import type { CatalogApi } from '#features/catalog/api.server.ts'
import { type CardProduct, cardOf } from '#features/catalog/products/card-product.ts'
import { ProductSection } from '#features/catalog/products/web/product-section.tsx'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'

/** A giveaway's page and the list show up to 4 products of the tier. */
const BOOSTS = 4

export type BoostProducts = { tier: Tier; products: CardProduct[] }

/** Products in stock that earn credits of the tier. */
export async function loadBoost(fetch: Fetch, tier: Tier): Promise<BoostProducts> {
  const { products } = await call(
    clientOf<CatalogApi>(fetch).products.$get({ query: { tier, inStock: 'true', limit: '12' } }),
  )
  const earning = products.filter(({ entries }) => entries > 0).slice(0, BOOSTS)
  return { tier, products: earning.map(cardOf) }
}

type BoostProps = { id: string; heading: string; boost: BoostProducts; isNarrow?: boolean }

/** Nothing for a tier that no product in stock earns. @param isNarrow the section stands in a column. */
export function Boost({ id, heading, boost: { tier, products }, isNarrow = false }: BoostProps) {
  return (
    <ProductSection
      id={id}
      heading={heading}
      products={products}
      action={<TextLink to={`/store?tier=${tier}`}>All {tier}</TextLink>}
      grid={isNarrow ? 'gap-4' : 'gap-4 lg:grid-cols-4'}
    />
  )
}
