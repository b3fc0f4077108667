import type { Tier } from '#kernel/values/tiers.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Price } from '#ui/money/price.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Earns } from '../products/web/product-card.tsx'

/** The two demo products, prices in cents. */
const SAMPLES: readonly { name: string; tier: Tier; cents: number; originalCents: number; entries: number }[] = [
  { name: 'Sticker', tier: 'Bronze', cents: 1500, originalCents: 2000, entries: 1 },
  { name: 'Wristband', tier: 'Silver', cents: 4000, originalCents: 4000, entries: 2 },
]

/** The demo's fallback when the products cannot be loaded. Default export for lazy loading. */
export default function SampleProducts() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 xl:grid-cols-4">
      {SAMPLES.map(({ name, tier, cents, originalCents, entries }) => (
        <li key={name}>
          <Card className="h-full">
            <Picture src={null} alt="" sizes="50vw" />
            <div className="absolute inset-x-3 top-3 flex flex-wrap justify-between gap-1.5">
              <TierBadge tier={tier} />
              <Badge>Sample</Badge>
            </div>
            <div className="flex flex-col gap-2 p-4">
              <h2 className="text-lg">{name}</h2>
              <Price cents={cents} originalCents={originalCents} />
              <Earns entries={entries} tier={tier} />
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
