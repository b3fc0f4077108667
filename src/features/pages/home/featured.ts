import type { GiveawayState } from '#features/giveaways/rules.ts'

/** Upcoming giveaways first, sold-out ones last. Ended ones are not featured. */
const RANKS: Partial<Record<GiveawayState, number>> = { upcoming: 0, 'early-access': 0, open: 1, 'sold-out': 2 }

/** The giveaways to feature, at most `count`; within a rank, the earliest closing first. */
export function chooseFeatured<G extends { state: GiveawayState; endDate: string | null }>(
  giveaways: readonly G[],
  count: number,
): G[] {
  const closing = (giveaway: G) => (giveaway.endDate ? Date.parse(giveaway.endDate) : Number.MAX_SAFE_INTEGER)
  return giveaways
    .filter(giveaway => RANKS[giveaway.state] !== undefined)
    .sort((a, b) => RANKS[a.state]! - RANKS[b.state]! || closing(a) - closing(b))
    .slice(0, count)
}
