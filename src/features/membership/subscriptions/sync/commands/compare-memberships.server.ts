import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { eachOf } from '#platform/each-of.ts'
import { readMembership } from './read-membership.server.ts'

const DAY_MS = 24 * 3_600_000
/** Memberships per run; 144 runs a day. */
const BATCH = 1000
const AT_ONCE = 8

/**
 * Compares each running membership with the provider once a day, least recently read first. Finds changes without a webhook or a
 * due date of ours. Reconciliation finds subscriptions that we do not know.
 */
export async function compareMemberships(ctx: Context): Promise<void> {
  const unread = await ctx.db
    .selectFrom('membership')
    .select(eb => ['id', 'user_id as userId', eb.ref('provider_id').$notNull().as('subscriptionId')])
    .where('status', '<>', 'cancelled')
    .where('provider_id', 'is not', null)
    .where('read_at', '<', new Date(+ctx.now() - DAY_MS))
    .orderBy('read_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  await eachOf(unread, AT_ONCE, membership => compare(ctx, membership))
}

type Unread = { id: string; userId: string; subscriptionId: string }

/** A failed read does not delay the others. A membership that the provider does not know is billed by no provider and runs on. */
async function compare(ctx: Context, { id, userId, subscriptionId }: Unread): Promise<void> {
  try {
    await readMembership(ctx, { userId, subscriptionId })
  } catch (error) {
    ctx.log.warn({ err: error, membershipId: id }, 'membership not compared')
    if (!(error instanceof PaymentError && error.kind === 'not_found')) return
    await ctx.db.updateTable('membership').set({ read_at: ctx.now() }).where('id', '=', id).execute()
  }
}
