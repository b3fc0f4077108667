import type { Context } from '#adapters/context.ts'
import { PaymentError } from '#adapters/payments/port.ts'
import { eachOf } from '#platform/each-of.ts'
import { readMembership } from './read-membership.server.ts'

const DAY_MS = 24 * 3_600_000
/** Memberships of one run, of which there are 144 a day. */
const BATCH = 1000
const AT_ONCE = 8

/**
 * Compares running memberships with the provider, each once a day, those first that were read the longest ago: what no webhook
 * told, and no date of ours gave away, comes to light here. (Subscriptions that we know nothing of are found by reconciliation.)
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

/** One that cannot be read now does not keep the others waiting. One that the provider does not know bills nobody and runs on. */
async function compare(ctx: Context, { id, userId, subscriptionId }: Unread): Promise<void> {
  try {
    await readMembership(ctx, { userId, subscriptionId })
  } catch (error) {
    ctx.log.warn({ err: error, membershipId: id }, 'membership not compared')
    if (!(error instanceof PaymentError && error.kind === 'not_found')) return
    await ctx.db.updateTable('membership').set({ read_at: ctx.now() }).where('id', '=', id).execute()
  }
}
