import { type Context, within } from '#adapters/context.ts'
import { lockCouponsOf } from '#features/codes/commands/merge-codes.server.ts'
import { lockAccountsOf } from '#features/credits/commands.server.ts'
import { mergedSince } from '#features/identity/queries.server.ts'
import { lockMembershipsOf } from '#features/membership/commands/merge-memberships.server.ts'
import { lockOrdersOf } from '#features/orders/commands/merge-orders.server.ts'
import { moveHoldings } from './move-everything.server.ts'

export const TEND_MERGED = 'tend-merged-people'

const DAY_MS = 24 * 3600_000
/** A payment page lives a day, and the nightly round may have been missed a few times. */
const DAYS = 30

/**
 * Brings over what came to an emptied account after its merge: the credits of an order that was paid late, a membership that
 * began at that very moment. Soon after each merge, and every night before deleted accounts are tended, which would end it.
 */
export async function tendMergedPeople(ctx: Context): Promise<void> {
  for (const { from, into } of await mergedSince(ctx, new Date(+ctx.now() - DAYS * DAY_MS)))
    await ctx.db.transaction().execute(async trx => {
      const inner = within(ctx, trx)
      await lockMembershipsOf(inner, [from, into.userId])
      await lockCouponsOf(inner, from)
      await lockOrdersOf(inner, from)
      await lockAccountsOf(inner, [from, into.userId])
      // By its id alone: its address may be somebody else's by now.
      await moveHoldings(inner, { userId: from, email: '', phone: null }, into)
    })
}
