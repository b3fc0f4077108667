import { lockCouponsOf, moveCodes } from '#features/codes/commands/merge-codes.server.ts'
import { lockAccountsOf, moveAllCredits } from '#features/credits/commands.server.ts'
import { moveEntries } from '#features/giveaways/entries/commands/merge-entries.server.ts'
import { mergeIdentities } from '#features/identity/accounts/commands/merge-identities.server.ts'
import { mergedSince } from '#features/identity/queries.server.ts'
import { INSIGHTS, moveStanding } from '#features/insights/commands.server.ts'
import {
  lockMembershipsOf,
  moveMemberships,
} from '#features/membership/subscriptions/sync/commands/merge-memberships.server.ts'
import { mergeConsents } from '#features/notifications/commands/merge-consents.server.ts'
import { lockOrdersOf, moveOrders } from '#features/orders/history/commands/merge-orders.server.ts'
import { moveTickets } from '#features/support/commands.server.ts'
import { moveWinners } from '#features/winners/commands/merge-winners.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { transact } from '#kernel/transaction.server.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'
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

export const TEND_MERGED = defineJob('tend-merged-people')

const DAY_MS = 24 * 3600_000
/** A payment page lives a day; the rest allows for missed nightly runs. */
const DAYS = 30

/**
 * Moves late rows of an emptied account after its merge: the credits of an order paid late, a membership that was just beginning. Runs soon
 * after each merge, and every night before `tend-deleted-accounts`, which would end the membership.
 */
export async function tendMergedUsers(ctx: Context): Promise<void> {
  for (const { from, into } of await mergedSince(ctx, new Date(+ctx.now() - DAYS * DAY_MS)))
    await transact(ctx, async tx => {
      await lockMembershipsOf(tx, [from, into.userId])
      await lockCouponsOf(tx, from)
      await lockOrdersOf(tx, from)
      await lockAccountsOf(tx, [from, into.userId])
      // By id alone, because the account's e-mail address may belong to another user now.
      await moveHoldings(tx, { userId: from, email: '', phone: null }, into)
    })
}
