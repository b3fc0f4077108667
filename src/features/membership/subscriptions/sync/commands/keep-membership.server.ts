import { sql } from 'kysely'
import { revokeTokens } from '#features/identity/sessions/commands/revoke.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Subscription } from '#kernel/ports/payments.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { claimMonthlyBenefit } from '../../../benefits/commands/monthly-benefit.server.ts'
import { statusOf } from '../../../rules.ts'
import type { Reading } from './reading.server.ts'
import { writeMembership } from './write-membership.server.ts'

/** Sequence number of a reading that begins now. Of two concurrent readings the later-begun one is kept. */
export async function nextReading({ db }: Context): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('membership_reading') as number`.execute(db)
  return rows[0]!.number
}

/**
 * Reads or changes a subscription at the provider, and numbers the answer. The number is taken before the call, because the answer
 * may be older than a concurrent reading.
 * @throws PaymentError
 */
export async function readingOf(ctx: Context, ask: () => Promise<Subscription>): Promise<Reading> {
  const number = await nextReading(ctx)
  return { number, subscription: await ask(), invoices: [] }
}

/**
 * Writes a subscription of the provider to its membership, and begins the membership if it is new. When the benefits begin or end,
 * the user's ID tokens are revoked, because they say otherwise. When the benefits begin, this month's benefit is issued at once.
 * A member who paid in two windows is not billed again: the second subscription ends at once and its payment is refunded. The same
 * holds for a shopper who paid and deleted the account in another window.
 * @returns whether the membership gives its benefits now.
 * @throws PaymentError when a subscription for nothing cannot be ended; the job is tried again.
 */
export async function keepMembership(ctx: Context, userId: string, reading: Reading): Promise<boolean> {
  const { subscription } = reading
  const isActive = statusOf(subscription) === 'active'
  const isForNothing = await keep(ctx, userId, reading)
  tellUser(ctx, userId, 'membership')
  if (isForNothing) {
    const told = 'paid for by a member or a deleted account, so it ended at once'
    ctx.log.error({ userId, subscriptionId: subscription.id }, told)
    await ctx.payments.cancelSubscription(subscription.id, { atPeriodEnd: false })
    return false
  }
  if (isActive) await claimMonthlyBenefit(ctx, userId)
  return isActive
}

/**
 * A renewal, or a change of plan for the period's end, changes no rights and revokes no token. When rights change, the user's row
 * is locked, so of two concurrent memberships the second sees the first.
 * @returns whether the membership is a second one, or belongs to a deleted account.
 */
async function keep(ctx: Context, userId: string, reading: Reading): Promise<boolean> {
  const isDone = await transact(ctx, async tx => {
    // Users before memberships: the lock order of `revokeTokens` below.
    await tx.db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
    return writeMembership(tx, userId, reading, { mayChangeRights: false })
  })
  if (isDone !== 'changes rights') return false
  let isForNothing = false
  await revokeTokens(ctx, userId, async tx => {
    isForNothing = (await writeMembership(tx, userId, reading, { mayChangeRights: true })) === 'for nothing'
  })
  return isForNothing
}
