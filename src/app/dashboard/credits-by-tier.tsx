import type { CreditBalances } from '#features/credits/contract.ts'
import { creditsOf } from '#features/credits/use-credits.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { TierBadge } from '#ui/money/tier-badge.tsx'

/** The balances of the four tiers, each with its medal. */
export function CreditsByTier({ balances }: { balances: CreditBalances | undefined }) {
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4">
      {TIERS.map(tier => (
        <li key={tier} className="flex items-center gap-3 bg-surface p-3 sm:gap-4 sm:p-5">
          <Medal tier={tier} />
          <div>
            <p className="figure font-semibold text-4xl">{balances ? creditsOf(balances, tier) : '–'}</p>
            <TierBadge tier={tier} plain />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Medal({ tier }: { tier: Tier }) {
  const base = `/pictures/tier-${tier.toLowerCase()}`
  return (
    <picture className="shrink-0">
      <source type="image/avif" srcSet={`${base}-96.avif, ${base}-192.avif 2x`} />
      <img src={`${base}-96.webp`} alt="" width={64} height={64} className="size-12 sm:size-16" />
    </picture>
  )
}
