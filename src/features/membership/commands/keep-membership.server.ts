import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import type { Subscription } from '#adapters/payments/port.ts'
import { tellUser } from '#adapters/realtime-topics.server.ts'
import { revokeTokens } from '#features/identity/commands/revoke.server.ts'
import { personOf } from '#features/identity/queries.server.ts'
import { newId } from '#platform/ids.server.ts'
import { type MembershipStatus, statusOf } from '../rules.ts'
import { claimMonthlyBenefit } from './monthly-benefit.server.ts'

/** A subscription as the provider had it, and the place of this reading among all readings. */
type Reading = { number: number; subscription: Subscription }

/**
 * Asks the provider, or has it change something, and notes which reading the answer is. The number is taken first: of two
 * readings at once the one that began later is kept, as the other may be older than what it would overwrite.
 * @throws PaymentError
 */
export async function readingOf(ctx: Context, ask: () => Promise<Subscription>): Promise<Reading> {
  const { rows } = await sql<{ number: number }>`select nextval('membership_reading') as number`.execute(ctx.db)
  return { number: rows[0]!.number, subscription: await ask() }
}

/**
 * Makes a membership what the provider says it is, and begins it if it is new. When the benefits begin or end with it, running ID tokens, which say
 * otherwise, become void; when they begin, this month's benefit is given at once.
 *
 * Somebody who is a member already, having paid in two windows, is not billed again: the second subscription ends at once
 * and staff are told of the payment. So it is with somebody who paid and deleted their account in another window.
 * @returns whether the membership gives its benefits now.
 * @throws PaymentError when a subscription for nothing cannot be ended; the job is tried again.
 */
export async function keepMembership(ctx: Context, userId: string, reading: Reading): Promise<boolean> {
  const { subscription } = reading
  const status = statusOf(subscription)
  const isForNothing = (await keepUnchanged(ctx, reading)) ? false : await keepChanged(ctx, userId, reading)
  tellUser(ctx, userId, 'membership')
  if (isForNothing) {
    const told = 'paid for by a member or a deleted account, so it ended at once: refund it'
    ctx.log.error({ userId, subscriptionId: subscription.id }, told)
    await ctx.payments.cancelSubscription(subscription.id, { atPeriodEnd: false })
    return false
  }
  if (status === 'active') await claimMonthlyBenefit(ctx, userId)
  return status === 'active'
}

const isOlderThan = ({ number }: Reading) => sql<boolean>`membership.reading < ${number}`

const stateOf = (ctx: Context, { subscription, number }: Reading, status: MembershipStatus) => ({
  status,
  price_cents: subscription.amountCents,
  current_period_started_at: subscription.periodStart,
  current_period_ends_at: subscription.periodEnd,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  cancelled_at:
    status === 'cancelled' || subscription.cancelAtPeriodEnd ? (subscription.canceledAt ?? ctx.now()) : null,
  ended_at: status === 'cancelled' ? (subscription.endedAt ?? ctx.now()) : null,
  reading: number,
})

/**
 * The usual case: a renewal, or a change of plans for the end. Nobody's rights change, so no token becomes void.
 * @returns whether there was no more to do; also when a later reading is kept already.
 */
async function keepUnchanged(ctx: Context, reading: Reading): Promise<boolean> {
  const status = statusOf(reading.subscription)
  const { numUpdatedRows } = await ctx.db
    .updateTable('membership')
    .set(stateOf(ctx, reading, status))
    .where('provider_id', '=', reading.subscription.id)
    .where('status', status === 'active' ? '=' : '<>', 'active')
    .where(isOlderThan(reading))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return true
  const later = await ctx.db
    .selectFrom('membership')
    .select('id')
    .where('provider_id', '=', reading.subscription.id)
    .where(eb => eb.not(isOlderThan(reading)))
    .executeTakeFirst()
  return later !== undefined
}

/** The user's row is locked meanwhile, so of two memberships at once the second sees the first. @returns whether it is the second, or nobody's. */
async function keepChanged(ctx: Context, userId: string, reading: Reading): Promise<boolean> {
  const { subscription } = reading
  const status = statusOf(subscription)
  let isForNothing = false
  await revokeTokens(ctx, userId, async inner => {
    const { db } = inner
    const known = await db
      .selectFrom('membership')
      .select(['provider_id', 'status', 'benefit_month', 'benefit_issued_at'])
      .orderBy('benefit_month', 'desc')
      .where('user_id', '=', userId)
      .execute()
    const hasAnother = known.some(row => row.status === 'active' && row.provider_id !== subscription.id)
    isForNothing = status === 'active' && (hasAnother || !(await personOf(inner, userId)))
    const state = stateOf(ctx, reading, isForNothing ? 'cancelled' : status)
    await db
      .insertInto('membership')
      .values({
        id: newId(),
        user_id: userId,
        provider_id: subscription.id,
        plan: subscription.interval === 'year' ? 'yearly' : 'monthly',
        started_at: subscription.startedAt,
        // A month that an earlier membership had is not had again, even if the clock goes back.
        benefit_month: known[0]?.benefit_month ?? '',
        benefit_issued_at: known[0]?.benefit_issued_at ?? null,
        ...state,
      })
      .onConflict(conflict => conflict.column('provider_id').doUpdateSet(state).where(isOlderThan(reading)))
      .execute()
    if (status === 'active' && !isForNothing) await ctx.jobs.enqueue(db, 'membership-began', { userId })
  })
  return isForNothing
}
