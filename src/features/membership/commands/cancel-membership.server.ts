import type { Context } from '#adapters/context.ts'
import { PaymentError, type Subscription } from '#adapters/payments/port.ts'
import { tellUser } from '#adapters/realtime-topics.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { isUuid } from '#platform/uuid.ts'
import { MEMBERSHIP_ERRORS } from '../contract.ts'
import { keepMembership, readingOf } from './keep-membership.server.ts'
import { readMembership } from './read-membership.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)

/**
 * Cancels one's own membership: nothing more is billed, and what is paid for runs to its end. One whose renewal failed has
 * nothing that is paid for and ends now. Cancelled again, it stays cancelled.
 * @throws subscription_not_found; Unauthorized for somebody else's; subscription_not_cancelled when the provider does not do it.
 */
export async function cancelMembership(ctx: Context, userId: string, id: string): Promise<void> {
  const membership = await ownMembership(ctx, userId, id)
  const { providerId, status } = membership
  if (status === 'cancelled' || membership.isEnding) return
  const atPeriodEnd = status === 'active'
  const isDone = await atProvider(ctx, userId, providerId, 'subscription_not_cancelled', subscriptionId =>
    ctx.payments.cancelSubscription(subscriptionId, { atPeriodEnd }),
  )
  if (!isDone) await endWithPeriod(ctx, { id, userId, isEnding: true })
}

/**
 * Takes a cancellation back while the paid period still runs: it renews as if nothing had been.
 * @throws as cancelMembership; subscription_ended when the period is over.
 */
export async function resumeMembership(ctx: Context, userId: string, id: string): Promise<void> {
  const { providerId, status, isEnding } = await ownMembership(ctx, userId, id)
  if (status === 'cancelled') throw refuse('subscription_ended')
  if (!isEnding) return
  const isDone = await atProvider(ctx, userId, providerId, 'subscription_not_resumed', subscriptionId =>
    ctx.payments.resumeSubscription(subscriptionId),
  )
  if (!isDone) await endWithPeriod(ctx, { id, userId, isEnding: false })
}

async function ownMembership(ctx: Context, userId: string, id: string) {
  const membership = isUuid(id)
    ? await ctx.db
        .selectFrom('membership')
        .select(['user_id as userId', 'provider_id as providerId', 'status', 'cancel_at_period_end as isEnding'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!membership) throw refuse('subscription_not_found')
  if (membership.userId !== userId) throw refuseAny('Unauthorized')
  return membership
}

/**
 * Has the provider change a subscription, and keeps what came of it.
 * @returns false when it does not know the subscription, or the membership was given by hand: then nobody is billed.
 */
async function atProvider(
  ctx: Context,
  userId: string,
  subscriptionId: string | null,
  failure: 'subscription_not_cancelled' | 'subscription_not_resumed',
  change: (subscriptionId: string) => Promise<Subscription>,
): Promise<boolean> {
  if (subscriptionId === null) return false
  try {
    await keepMembership(ctx, userId, await readingOf(ctx, () => change(subscriptionId)))
    return true
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.kind === 'not_found') return false
    ctx.log.warn({ err: error, subscriptionId }, 'subscription not changed')
    if (error.kind !== 'invalid') throw refuse(failure)
  }
  // It has ended meanwhile.
  await readMembership(ctx, { userId, subscriptionId })
  if (failure === 'subscription_not_resumed') throw refuse('subscription_ended')
  return true
}

async function endWithPeriod(
  ctx: Context,
  { id, userId, isEnding }: { id: string; userId: string; isEnding: boolean },
) {
  await ctx.db
    .updateTable('membership')
    .set({ cancel_at_period_end: isEnding, cancelled_at: isEnding ? ctx.now() : null })
    .where('id', '=', id)
    .where('status', '<>', 'cancelled')
    .execute()
  tellUser(ctx, userId, 'membership')
}
