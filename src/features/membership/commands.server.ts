import type { Context } from '#adapters/context.ts'
import type { Subscription } from '#adapters/payments/port.ts'
import { revokeTokens } from '#features/identity/commands/revoke.server.ts'
import { newId } from '#platform/ids.server.ts'

type Status = 'active' | 'past_due' | 'cancelled'

/**
 * Begins the membership that an order paid for, once, as the provider has it now; running ID tokens, which say that one is
 * no member, become void. Somebody who is a member already, having paid in two windows, is not billed again: the second
 * subscription ends at once and staff are told of the payment.
 * @throws PaymentError when the provider cannot be asked; the job is tried again.
 */
export async function activateMembership(ctx: Context, input: { userId: string; subscriptionId: string }) {
  const { userId, subscriptionId } = input
  const subscription = await ctx.payments.readSubscription(subscriptionId)
  const status = statusOf(subscription)
  let isSecond = false
  await revokeTokens(ctx, userId, async inner => {
    const active = await inner.db
      .selectFrom('membership')
      .select('provider_id')
      .where('user_id', '=', userId)
      .where('status', '=', 'active')
      .executeTakeFirst()
    isSecond = status === 'active' && active !== undefined && active.provider_id !== subscriptionId
    await keep(inner, userId, subscription, isSecond ? 'cancelled' : status)
  })
  if (isSecond) {
    ctx.log.error({ userId, subscriptionId }, 'a member paid for a second membership: refund it')
    await ctx.payments.cancelSubscription(subscriptionId, { atPeriodEnd: false })
  }
}

/** The user's row is locked meanwhile, so of two memberships at once the second sees the first. */
async function keep(ctx: Context, userId: string, subscription: Subscription, status: Status): Promise<void> {
  const state = {
    status,
    current_period_ends_at: subscription.periodEnd,
    cancelled_at: status === 'cancelled' ? (subscription.canceledAt ?? ctx.now()) : null,
  }
  await ctx.db
    .insertInto('membership')
    .values({
      id: newId(),
      user_id: userId,
      provider_id: subscription.id,
      plan: subscription.interval === 'year' ? 'yearly' : 'monthly',
      started_at: subscription.startedAt,
      ...state,
    })
    .onConflict(conflict => conflict.column('provider_id').doUpdateSet(state))
    .execute()
}

function statusOf({ status }: Subscription): Status {
  if (status === 'active' || status === 'trialing') return 'active'
  return status === 'past_due' || status === 'unpaid' ? 'past_due' : 'cancelled'
}
