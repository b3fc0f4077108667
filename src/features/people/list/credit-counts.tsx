import { TIERS, type Tier } from '#platform/tiers.ts'
import { TierIcon } from '#ui/tier-badge.tsx'
import type { TierCounts } from '../contract.ts'

/** How many credits of a tier there are to spend. */
export const creditsOf = (credits: TierCounts, tier: Tier): number => credits[tier.toLowerCase() as Lowercase<Tier>]

/** Credits to spend in a row of a table: each tier that there are any of, by its shape and its number. */
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
