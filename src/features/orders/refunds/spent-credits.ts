import type { Context } from '#adapters/context.ts'
import type { Tier } from '#platform/tiers.ts'

/**
 * The giveaways' part in a refund: they come after the orders in the order of features, so src/app hands it in
 * (`creditsSpentOn`, `freeCredits` of giveaways).
 */
export type SpentCreditsOf = {
  /** Where somebody's credits of these tiers are spent now. */
  spentOn: (
    ctx: Context,
    userId: string,
    tiers: readonly Tier[],
  ) => Promise<{ giveawayId: string; title: string; tier: Tier; entries: number; isOpen: boolean }[]>
  /** Removes entries of giveaways still open until so many credits are available, in the caller's transaction. */
  free: (
    ctx: Context,
    input: { userId: string; owed: Partial<Record<Tier, number>> },
  ) => Promise<{ entries: number; afterwards: () => void }>
}
