import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import type { TierCounts } from '../contract.ts'

/** The available credits of a tier. */
export const creditsOf = (credits: TierCounts, tier: Tier): number => credits[tier.toLowerCase() as Lowercase<Tier>]

/** Available credits in a table row: each tier with credits, as its shape and number. */
export function CreditCounts({ credits }: { credits: TierCounts }) {
  if (credits.total === 0) return <span className="text-muted">0</span>
  return (
    <span className="inline-flex gap-2.5">
      {TIERS.filter(tier => creditsOf(credits, tier) > 0).map(tier => (
        <span key={tier} className="inline-flex items-center gap-1">
          <TierIcon tier={tier} size={14} />
          <span className="sr-only">{tier} </span>
          {creditsOf(credits, tier).toLocaleString('en-US')}
        </span>
      ))}
    </span>
  )
}
