import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import type { Invoice, Subscription } from '#adapters/payments/port.ts'
import { tellUser } from '#adapters/realtime-topics.server.ts'
import { revokeTokens } from '#features/identity/commands/revoke.server.ts'
import { statusOf } from '../rules.ts'
import { claimMonthlyBenefit } from './monthly-benefit.server.ts'
import { writeMembership } from './write-membership.server.ts'

/** A subscription as the provider had it, with those of its invoices that may be new, and the place of this reading among all. */
export type Reading = { number: number; subscription: Subscription; invoices: readonly Invoice[] }

/** The place of a reading that begins now. Of two readings at once the one that began later is kept. */
export async function nextReading({ db }: Context): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('membership_reading') as number`.execute(db)
  return rows[0]!.number
}

/**
 * Asks the provider, or has it change something, and notes which reading the answer is. The number is taken first, as the
 * other of two readings may be older than what it would overwrite.
 * @throws PaymentError
 */
export async function readingOf(ctx: Context, ask: () => Promise<Subscription>): Promise<Reading> {
  const number = await nextReading(ctx)
  return { number, subscription: await ask(), invoices: [] }
}

/**
 * Makes a membership what the provider says it is, and begins it if it is new. When the benefits begin or end with it, running
 * ID tokens, which say otherwise, become void; when they begin, this month's benefit is given at once.
 *
 * Somebody who is a member already, having paid in two windows, is not billed again: the second subscription ends at once and
 * its payment goes back. So it is with somebody who paid and deleted their account in another window.
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
 * A renewal, or a change of plans for the end, changes nobody's rights, so no token becomes void. When rights do change, the
 * user's row is locked, so of two memberships at once the second sees the first.
 * @returns whether it is the second, or nobody's.
 */
async function keep(ctx: Context, userId: string, reading: Reading): Promise<boolean> {
  const isDone = await ctx.db.transaction().execute(async trx => {
    // Users before memberships: the same order as below.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
    return writeMembership(within(ctx, trx), userId, reading, { mayChangeRights: false })
  })
  if (isDone !== 'changes rights') return false
  let isForNothing = false
  await revokeTokens(ctx, userId, async inner => {
    isForNothing = (await writeMembership(inner, userId, reading, { mayChangeRights: true })) === 'for nothing'
  })
  return isForNothing
}
