import type { Context, TransactionContext } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'

/** What orders need of giveaways, a later feature. `src/app/ports.server.ts` provides it. */
export type OrdersPorts = {
  /** Giveaways where a user's credits of these tiers are currently spent. */
  spentOn: (
    ctx: Context,
    userId: string,
    tiers: readonly Tier[],
  ) => Promise<{ giveawayId: string; title: string; tier: Tier; entries: number; isOpen: boolean }[]>
  /** Removes entries of open giveaways until that many credits are available. Returns the number of removed entries. */
  free: (tx: TransactionContext, input: { userId: string; owed: Partial<Record<Tier, number>> }) => Promise<number>
}
