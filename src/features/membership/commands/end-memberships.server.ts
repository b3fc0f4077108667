import type { Context } from '#adapters/context.ts'
import { PaymentError } from '#adapters/payments/port.ts'

/**
 * Ends the memberships of people who have left, at once, in the caller's transaction; a job tells the provider, so that
 * nothing is billed again. The links to their bills go, too: whoever has one reads a name and an address there.
 */
export async function endMemberships(ctx: Context, userIds: readonly string[]): Promise<void> {
  const ended = await ctx.db
    .updateTable('membership')
    .set({ status: 'cancelled', cancelled_at: ctx.now(), ended_at: ctx.now(), end_asked_at: ctx.now() })
    .where('user_id', 'in', [...userIds])
    .where('status', '<>', 'cancelled')
    .returning('provider_id')
    .execute()
  await ctx.db
    .updateTable('membership_invoice')
    .set({ hosted_url: null })
    .where('user_id', 'in', [...userIds])
    .where('hosted_url', 'is not', null)
    .execute()
  for (const { provider_id: subscriptionId } of ended)
    if (subscriptionId) await ctx.jobs.enqueue(ctx.db, 'end-subscription', { subscriptionId })
}

/** Has the provider end a subscription now. Done twice, or for one that is over or unknown there, it changes nothing. */
export async function endSubscription(ctx: Context, subscriptionId: string): Promise<void> {
  try {
    await ctx.payments.cancelSubscription(subscriptionId, { atPeriodEnd: false })
  } catch (error) {
    if (!(error instanceof PaymentError && ['not_found', 'invalid'].includes(error.kind))) throw error
  }
}
