import type { Tier } from '#kernel/values/tiers.ts'
import { classNames } from '#ui/class-names.ts'
import { TIER_HUES, TierIcon } from '#ui/money/tier-badge.tsx'

const SIZES = {
  md: { coin: 'size-11 border-2', icon: 10, short: 'text-lg leading-5', long: 'text-sm leading-4' },
  lg: { coin: 'size-20 border-4', icon: 18, short: 'text-3xl leading-8', long: 'text-xl leading-6' },
}

type SlotCoinProps = { slot: number; tier: Tier; size?: keyof typeof SIZES; className?: string | undefined }

/** A taken slot, as a coin of the giveaway's tier. */
export function SlotCoin({ slot, tier, size = 'md', className }: SlotCoinProps) {
  const { coin, icon, short, long } = SIZES[size]
  return (
    <span
      className={classNames(
        'figure flex shrink-0 flex-col items-center justify-center rounded-full border-current bg-surface font-semibold',
        coin,
        TIER_HUES[tier],
        className,
      )}
    >
      <TierIcon tier={tier} size={icon} />
      <span className={classNames('text-ink', slot < 1000 ? short : long)}>{slot}</span>
    </span>
  )
}
