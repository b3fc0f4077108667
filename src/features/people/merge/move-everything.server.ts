import type { Context } from '#adapters/context.ts'
import type { Person } from '#adapters/personal-data.ts'
import { moveCodes } from '#features/codes/commands/merge-codes.server.ts'
import { moveAllCredits } from '#features/credits/commands.server.ts'
import { moveEntries } from '#features/giveaways/commands/merge-entries.server.ts'
import { mergeIdentities } from '#features/identity/commands/merge-identities.server.ts'
import { INSIGHTS, moveStanding } from '#features/insights/commands.server.ts'
import { moveMemberships } from '#features/membership/commands/merge-memberships.server.ts'
import { mergeConsents } from '#features/notifications/commands/merge-consents.server.ts'
import { moveOrders } from '#features/orders/commands/merge-orders.server.ts'
import { moveTickets } from '#features/support/commands.server.ts'
import { moveWinners } from '#features/winners/commands/merge-winners.server.ts'
import { newId } from '#platform/ids.server.ts'

/**
 * Moves everything from one account to the other in the caller's transaction, which has locked it all. @returns the counts of moved rows.
 */
export async function moveEverything(ctx: Context, from: Person, into: Person, afterwards: (work: () => void) => void) {
  const moved = await moveHoldings(ctx, from, into)
  await mergeConsents(ctx, { from: from.userId, into: into.userId })
  await mergeIdentities(ctx, from, into, afterwards)
  afterwards(() => ctx.changed(INSIGHTS))
  return moved
}

/** Moves entries, prizes, memberships, codes, orders, credits and tickets. Changes nothing when nothing is left to move. */
export async function moveHoldings(ctx: Context, from: Person, into: Person) {
  const two = { from: from.userId, into: into.userId }
  await moveEntries(ctx, from, into)
  await moveWinners(ctx, two)
  await moveMemberships(ctx, two)
  await moveCodes(ctx, two)
  const orders = await moveOrders(ctx, two)
  await moveAllCredits(ctx, { ...two, mergeId: newId() })
  await moveStanding(ctx, two)
  const tickets = await moveTickets(ctx, two)
  return { orders, tickets }
}
