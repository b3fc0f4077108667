import { moveCodes } from '#features/codes/commands/merge-codes.server.ts'
import { moveAllCredits } from '#features/credits/commands.server.ts'
import { moveEntries } from '#features/giveaways/entries/commands/merge-entries.server.ts'
import { mergeIdentities } from '#features/identity/accounts/commands/merge-identities.server.ts'
import { INSIGHTS, moveStanding } from '#features/insights/commands.server.ts'
import { moveMemberships } from '#features/membership/subscriptions/sync/commands/merge-memberships.server.ts'
import { mergeConsents } from '#features/notifications/commands/merge-consents.server.ts'
import { moveOrders } from '#features/orders/history/commands/merge-orders.server.ts'
import { moveTickets } from '#features/support/commands.server.ts'
import { moveWinners } from '#features/winners/commands/merge-winners.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { newId } from '#platform/values/ids.server.ts'

/** Moves everything from one account to the other; the caller has locked it all. @returns the counts of moved rows. */
export async function moveEverything(tx: TransactionContext, from: DataSubject, into: DataSubject) {
  const moved = await moveHoldings(tx, from, into)
  await mergeConsents(tx, { from: from.userId, into: into.userId })
  await mergeIdentities(tx, from, into)
  tx.onCommit(ctx => ctx.changed(INSIGHTS))
  return moved
}

/** Moves entries, prizes, memberships, codes, orders, credits and tickets. Changes nothing when nothing is left to move. */
export async function moveHoldings(tx: TransactionContext, from: DataSubject, into: DataSubject) {
  const two = { from: from.userId, into: into.userId }
  await moveEntries(tx, from, into)
  await moveWinners(tx, two)
  await moveMemberships(tx, two)
  await moveCodes(tx, two)
  const orders = await moveOrders(tx, two)
  await moveAllCredits(tx, { ...two, mergeId: newId() })
  await moveStanding(tx, two)
  const tickets = await moveTickets(tx, two)
  return { orders, tickets }
}
