import type { Tier } from '#kernel/values/tiers.ts'
import { classNames } from '../class-names.ts'

/** A fortification for each tier, with more bastions for each rank: ravelin, square fort, star fort, hexagonal fort. */
const SHAPES: Record<Tier, string> = {
  Bronze: 'M8 1.5L15 14H1z',
  Silver: 'M8 .5L10.6 5.4 15.5 8 10.6 10.6 8 15.5 5.4 10.6 .5 8 5.4 5.4z',
  Gold: 'M8 .8L10.3 5.5 15.6 6.2 11.7 9.8 12.7 15 8 12.5 3.3 15 4.3 9.8 .4 6.2 5.7 5.5z',
  Platinum:
    'M8 0L10.3 4H14.9L12.6 8L14.9 12H10.3L8 16L5.7 12H1.1L3.4 8L1.1 4H5.7zM8 5.4L5.7 6.7V9.3L8 10.6L10.3 9.3V6.7z',
}

/** Text colours of the tiers. */
export const TIER_HUES: Record<Tier, string> = {
  Bronze: 'text-bronze',
  Silver: 'text-silver',
  Gold: 'text-gold',
  Platinum: 'text-platinum',
}

/** The tier's shape in its metal colour. Decorative: the tier's name is beside it. */
export function TierIcon({ tier, size = 16, className }: { tier: Tier; size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      fillRule="evenodd"
      className={classNames('shrink-0', TIER_HUES[tier], className)}
    >
      <path d={SHAPES[tier]} />
    </svg>
  )
}

type TierBadgeProps = {
  tier: Tier
  /** Omits the frame, for running text and dense tables. */
  plain?: boolean
  className?: string
}

/** Shows a tier by shape, name and hue, so that colour is never the only sign. */
export function TierBadge({ tier, plain = false, className }: TierBadgeProps) {
  return (
    <span
      className={classNames(
        'label-sm inline-flex items-center gap-1.5 whitespace-nowrap',
        TIER_HUES[tier],
        !plain && 'rounded-sm border border-current bg-surface px-2 py-0.75',
        className,
      )}
    >
      <TierIcon tier={tier} size={14} />
      {tier}
    </span>
  )
}
