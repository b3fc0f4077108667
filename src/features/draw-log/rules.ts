import type { Settings } from '#kernel/settings.ts'
import type { Tier } from '#kernel/values/tiers.ts'

/** Maximum entries per person where the giveaway sets none. SQL gets these limits as a parameter. */
export const DEFAULT_ENTRY_LIMITS: Record<Tier, number> = { Bronze: 5, Silver: 5, Gold: 10, Platinum: 10 }

/** Maximum entries per person. The giveaway's own limit overrides the tier's limit. */
export const entryLimitOf = (giveaway: { tier: Tier; entryLimit: number | null }): number =>
  giveaway.entryLimit ?? DEFAULT_ENTRY_LIMITS[giveaway.tier]

/** The value of a giveaway now, and its highest since the publication; null for a draft. */
type Valued = { value_cents: number; highest_value_cents: number | null }

/** The value that rules count: the highest since the publication, so that a value that is lowered and raised again lowers no rule. */
export const countedValueOf = ({ value_cents, highest_value_cents }: Valued): number =>
  highest_value_cents ?? value_cents

/** Seconds from the freeze of a list to its round; more for a large prize. */
export const gapSecondsOf = (
  { gapSeconds, longGapSeconds, longGapFromCents }: Settings['draw'],
  giveaway: Valued,
): number => (countedValueOf(giveaway) >= longGapFromCents ? longGapSeconds : gapSeconds)

/** From the draw, or the cancellation, to the deletion of the key by which the shop knows the persons behind the leaves. */
export const HOLDER_KEY_YEARS = 3
