import type { Context, TransactionContext } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'

/**
 * The giveaways' part in a refund. Giveaways are a later feature than orders, so src/app passes it in (`creditsSpentOn`, `freeCredits` of
 * giveaways).
 */
export type SpentCreditsOf = {
  /** Giveaways where a user's credits of these tiers are currently spent. */
  spentOn: (
    ctx: Context,
    userId: string,
    tiers: readonly Tier[],
  ) => Promise<{ giveawayId: string; title: string; tier: Tier; entries: number; isOpen: boolean }[]>
  /** Removes entries of open giveaways until that many credits are available. Returns the number of removed entries. */
  free: (tx: TransactionContext, input: { userId: string; owed: Partial<Record<Tier, number>> }) => Promise<number>
}
