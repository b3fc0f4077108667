import type { Tier } from '#kernel/values/tiers.ts'
import { TierIcon } from '#ui/money/tier-badge.tsx'

/** "2 Silver credits", "1 Bronze credit". */
const creditWords = (entries: number, tier: Tier) => `${entries} ${tier} ${entries === 1 ? 'credit' : 'credits'}`

/** The credits that one unit earns. */
export function Earns({ entries, tier }: { entries: number; tier: Tier }) {
  if (entries === 0) return <span className="text-muted text-sm">Earns no credits by itself</span>
  return (
    <span className="inline-flex items-start gap-1.5 text-sm">
      <TierIcon tier={tier} size={14} className="mt-1" />
      Earns {creditWords(entries, tier)}
    </span>
  )
}
