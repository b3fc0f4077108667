import type { Context } from '#kernel/context.ts'
import type { PersonalData } from '#kernel/personal-data.ts'
import { endMemberships } from './subscriptions/sync/commands/end-memberships.server.ts'

/** Memberships are part of the books and stay. A running membership ends with the account. */
export const membershipData: PersonalData = {
  tables: ['membership', 'membership_invoice'],
  async exportOf({ db }, { userId }) {
    const memberships = await db
      .selectFrom('membership')
      .select(['plan', 'status', 'started_at as startedAt', 'current_period_ends_at as currentPeriodEndsAt'])
      .select(['cancelled_at as cancelledAt', 'cancel_at_period_end as cancelAtPeriodEnd'])
      .select(['benefit_month as lastBenefitMonth', 'benefit_issued_at as lastBenefitAt'])
      .where('user_id', '=', userId)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const membershipInvoices = await db
      .selectFrom('membership_invoice')
      .select(['reason', 'plan', 'status', 'amount_cents as amountCents', 'refunded_cents as refundedCents'])
      .select(['period_started_at as periodStartedAt', 'period_ends_at as periodEndsAt', 'paid_at as paidAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return { memberships, membershipInvoices }
  },
  erase: (tx, { userId }) => endMemberships(tx, [userId]),
  async listOnceMarks({ db }, { userId, email }) {
    const had = await db
      .selectFrom('membership')
      .select(eb => eb.fn.max('benefit_month').as('month'))
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return had?.month ? [{ kind: 'benefit', of: [email], day: `${had.month}-01` }] : []
  },
}

/** The running membership, which would end with the account; null when there is none. */
export async function findRunningMembership({ db }: Context, userId: string) {
  const row = await db
    .selectFrom('membership')
    .select(['plan', 'current_period_ends_at'])
    .where('user_id', '=', userId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()
  return row ? { plan: row.plan as 'monthly' | 'yearly', paidUntil: row.current_period_ends_at.toISOString() } : null
}
