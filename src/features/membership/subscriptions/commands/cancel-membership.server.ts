import { lockRights, revokeTokens } from '#features/identity/sessions/commands/revoke.server.ts'
import type { Context } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { MEMBERSHIP_ERRORS } from '../../contract.ts'
import { cancelledEmail, resumedEmail } from '../../emails.server.ts'
import { tellMember } from '../../notices/commands/tell-member.server.ts'
import { changeAtProvider, type OwnMembership, ownMembership } from './own-membership.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)

/**
 * Cancels the user's own membership: no further bill follows. At the period's end, the paid period runs out first; otherwise the
 * benefits end now without a refund. After a failed renewal nothing is paid for, so the membership ends now in either case. A
 * repeated call changes nothing.
 * @throws subscription_not_found; Unauthorized for another user's membership; subscription_not_cancelled when the provider does
 *   not cancel it.
 */
export async function cancelMembership(
  ctx: Context,
  userId: string,
  { id, atPeriodEnd }: { id: string; atPeriodEnd: boolean },
): Promise<void> {
  const membership = await ownMembership(ctx, userId, id)
  const { provider_id: subscriptionId, status } = membership
  const endsNow = !atPeriodEnd || status === 'past_due'
  if (status === 'cancelled' || (!endsNow && membership.cancel_at_period_end)) return
  // Written before the provider is called, so that the end does not count as an unpaid renewal.
  if (endsNow) await ctx.db.updateTable('membership').set({ end_asked_at: ctx.now() }).where('id', '=', id).execute()
  const failure = 'subscription_not_cancelled'
  const change = () => ctx.payments.cancelSubscription(subscriptionId!, { atPeriodEnd: !endsNow })
  const outcome =
    subscriptionId === null ? 'unknown' : await changeAtProvider(ctx, { userId, subscriptionId, failure, change })
  if (outcome === 'unknown') await (endsNow ? endUnbilled(ctx, membership) : endWithPeriod(ctx, membership, true))
}

/**
 * Takes a cancellation back while the paid period still runs; the membership then renews as before.
 * @throws as cancelMembership; subscription_ended when the period is over.
 */
export async function resumeMembership(ctx: Context, userId: string, id: string): Promise<void> {
  const membership = await ownMembership(ctx, userId, id)
  const { provider_id: subscriptionId, status } = membership
  if (status === 'cancelled') throw refuse('subscription_ended')
  if (!membership.cancel_at_period_end) return
  const failure = 'subscription_not_resumed'
  const change = () => ctx.payments.resumeSubscription(subscriptionId!)
  const outcome =
    subscriptionId === null ? 'unknown' : await changeAtProvider(ctx, { userId, subscriptionId, failure, change })
  if (outcome === 'ended') throw refuse('subscription_ended')
  if (outcome === 'unknown') await endWithPeriod(ctx, membership, false)
}

/** Sets or clears the end at the period's end for a membership without billing, in our database only. */
async function endWithPeriod(ctx: Context, { id, user_id: userId }: OwnMembership, isEnding: boolean) {
  await transact(ctx, async tx => {
    tx.onCommit(ctx => tellUser(ctx, userId, 'membership'))
    // Users before memberships, as everywhere.
    await tx.db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
    const changed = await tx.db
      .updateTable('membership')
      .set({ cancel_at_period_end: isEnding, cancelled_at: isEnding ? tx.now() : null })
      .where('id', '=', id)
      .where('status', '<>', 'cancelled')
      .where('cancel_at_period_end', '=', !isEnding)
      .returning('current_period_ends_at as endsAt')
      .executeTakeFirst()
    if (!changed) return
    // Only an ending membership has a date to mention; a resumed one bills nothing.
    if (isEnding)
      await tellMember(tx, userId, name => cancelledEmail(tx, { name, endsAt: changed.endsAt, isNow: false }))
    else await tellMember(tx, userId, name => resumedEmail(tx, { name, renewal: null }))
  })
}

async function endUnbilled(ctx: Context, { id, user_id: userId }: OwnMembership): Promise<void> {
  await transact(ctx, async tx => {
    await lockRights(tx, userId)
    const now = tx.now()
    const { numUpdatedRows } = await tx.db
      .updateTable('membership')
      .set({ status: 'cancelled', cancelled_at: now, ended_at: now, cancel_at_period_end: false })
      .where('id', '=', id)
      .where('status', '<>', 'cancelled')
      .executeTakeFirst()
    if (numUpdatedRows === 1n)
      await tellMember(tx, userId, name => cancelledEmail(tx, { name, endsAt: now, isNow: true }))
    tx.onCommit(ctx => tellUser(ctx, userId, 'membership'))
    await revokeTokens(tx, userId)
  })
}
