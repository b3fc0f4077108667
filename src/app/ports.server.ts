import { freeCredits } from '#features/giveaways/entries/commands/free-credits.server.ts'
import { autoEntryOf } from '#features/giveaways/entries/queries/auto-entry.server.ts'
import { creditsSpentOn } from '#features/giveaways/entries/queries/spent-credits.server.ts'
import type { MembershipPorts } from '#features/membership/ports.ts'

/** What later features do for memberships. */
export const membershipPorts: MembershipPorts = {
  isAutoEntryOn: async (ctx, userId) => (await autoEntryOf(ctx, userId)).autoEntryEnabled,
  refunds: { spentOn: creditsSpentOn, free: freeCredits },
}
