import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import type { PricedItem } from '#features/cart/prices/shown-price.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Earns } from '../products/web/product-card.tsx'

type Sample = PricedItem & { name: string; tier: Tier; entries: number }
/** The two demo products. */
const SAMPLES: readonly Sample[] = [
  { name: 'Sticker', tier: 'Bronze', price: 20, salesPrice: 15, isSubscription: false, entries: 1 },
  { name: 'Wristband', tier: 'Silver', price: 40, salesPrice: null, isSubscription: false, entries: 2 },
]

/** The demo's fallback when the products cannot be loaded. Default export for lazy loading. */
export default function SampleProducts() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 xl:grid-cols-4">
      {SAMPLES.map(({ name, tier, entries, ...item }) => (
        <li key={name}>
          <Card className="h-full">
            <Picture src={null} alt="" sizes="50vw" />
            <div className="absolute inset-x-3 top-3 flex flex-wrap justify-between gap-1.5">
              <TierBadge tier={tier} />
              <Badge>Sample</Badge>
            </div>
            <div className="flex flex-col gap-2 p-4">
              <h2 className="text-lg">{name}</h2>
              <ProductPrice item={item} />
              <Earns entries={entries} tier={tier} />
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
