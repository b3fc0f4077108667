import type { Context } from '#kernel/context.ts'
import { PaymentError, type Subscription } from '#kernel/ports/payments.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { MEMBERSHIP_ERRORS } from '../../contract.ts'
import { READ_MEMBERSHIP } from '../../job-types.server.ts'
import { keepMembership, takeReading } from '../sync/commands/keep-membership.server.ts'
import { readMembership } from '../sync/commands/read-membership.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)

/**
 * A membership by id, for its member.
 * @throws subscription_not_found; Unauthorized for another user's membership.
 */
export async function ownMembership(ctx: Context, userId: string, id: string) {
  const membership = isUuid(id)
    ? await ctx.db
        .selectFrom('membership')
        .select([
          'cancel_at_period_end',
          'id',
          'next_plan',
          'next_price_cents',
          'plan',
          'price_cents',
          'provider_id',
          'status',
          'user_id',
        ])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!membership) throw refuse('subscription_not_found')
  if (membership.user_id !== userId) throw refuseAny('Unauthorized')
  return membership
}
export type OwnMembership = Awaited<ReturnType<typeof ownMembership>>

type Change = {
  userId: string
  subscriptionId: string
  /** The refusal when the provider did not make the change, or its answer was lost. */
  failure: keyof typeof MEMBERSHIP_ERRORS
  change: () => Promise<Subscription>
}

/**
 * Changes a subscription at the provider and stores the result. When the answer is lost the change may still have happened, so a
 * job reads the subscription again.
 * @returns `unknown` when the provider does not know the subscription, `ended` when it has ended in between.
 * @throws renewal_not_paid when the card is declined; else `failure`.
 */
export async function changeAtProvider(ctx: Context, input: Change): Promise<'done' | 'unknown' | 'ended'> {
  const { userId, subscriptionId, failure, change } = input
  try {
    await keepMembership(ctx, userId, await takeReading(ctx, change))
    return 'done'
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.kind === 'not_found') return 'unknown'
    if (error.kind === 'declined') throw refuse('renewal_not_paid', { reason: error.message })
    ctx.log.warn({ err: error, subscriptionId }, 'subscription not changed')
    if (error.kind !== 'invalid') {
      await enqueue(ctx, READ_MEMBERSHIP, { userId, subscriptionId })
      throw refuse(failure)
    }
  }
  await readMembership(ctx, { userId, subscriptionId })
  return 'ended'
}
