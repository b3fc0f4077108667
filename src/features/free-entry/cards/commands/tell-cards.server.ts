import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import type { TransactionContext } from '#kernel/context.ts'

/** Refreshes the pages and screens that show cards or their counts, after the commit. */
export const cardChanged = (tx: TransactionContext, giveawayId: string): void =>
  tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
