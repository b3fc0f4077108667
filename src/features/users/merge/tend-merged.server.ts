import { lockCouponsOf } from '#features/codes/commands/merge-codes.server.ts'
import { lockAccountsOf } from '#features/credits/commands.server.ts'
import { mergedSince } from '#features/identity/queries.server.ts'
import { lockMembershipsOf } from '#features/membership/subscriptions/sync/commands/merge-memberships.server.ts'
import { lockOrdersOf } from '#features/orders/history/commands/merge-orders.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'
import { moveHoldings } from './move-everything.server.ts'

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
