import { type SeededSubscription, seedSubscriptions } from '#adapters/payments/sandbox-seeds.server.ts'
import type { PastMovement } from '#features/credits/seed.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { benefitAmountOf } from '#kernel/values/words/premium-benefits.ts'
import { newId } from '#platform/values/ids.server.ts'
import { benefitSourceOf } from './benefits/commands/monthly-benefit.server.ts'
import { intervalOf } from './contract.ts'
import { benefitMonthOf } from './rules.ts'

const HOUR = 3600 * 1000
/** Demo members subscribe within 20 hours of registration, at different times. */
const HOURS_WAITED = 20
/** Delay of the monthly benefit run after the month begins. */
const FIRST_RUN_MS = 5 * 60_000

type Member = { userId: string; email: string; name: string; joinedAt: Date }

/**
 * Inserts an active membership per member, every fourth yearly. Registers each with the payment
 * sandbox, so the demo's members can cancel and renew.
 * @returns the monthly benefits issued since then, for the ledger.
 */
export async function seedMemberships(tx: TransactionContext, members: readonly Member[]): Promise<PastMovement[]> {
  const now = tx.now()
  const { premium } = tx.settings
  const begun = members.map(({ userId, email, name, joinedAt }, position) => {
    const startedAt = new Date(+joinedAt + (1 + (position % HOURS_WAITED)) * HOUR)
    const plan = position % 4 === 3 ? ('yearly' as const) : ('monthly' as const)
    const amountCents = premium.monthlyCents * (plan === 'yearly' ? 12 : 1)
    const planName = 'Premium membership'
    return { userId, email, name, startedAt, plan, interval: intervalOf(plan), amountCents, planName } as const
  })
  const subscriptions = await seedSubscriptions(tx.db, begun, now)
  const memberships = begun.map((member, position) => ({
    ...member,
    id: newId(),
    subscription: subscriptions[position]!,
    benefits: benefitMoments(member.startedAt, now),
  }))
  await tx.db
    .insertInto('membership')
    .values(
      memberships.map(({ id, userId, plan, amountCents, startedAt, subscription, benefits }) => ({
        id,
        user_id: userId,
        provider_id: subscription.id,
        plan,
        status: 'active',
        price_cents: amountCents,
        started_at: startedAt,
        current_period_started_at: subscription.periods.at(-1)!.start,
        current_period_ends_at: subscription.periods.at(-1)!.end,
        benefit_month: benefitMonthOf(benefits.at(-1)!),
        benefit_issued_at: benefits.at(-1)!,
      })),
    )
    .execute()
  await tx.db.insertInto('membership_invoice').values(memberships.flatMap(invoicesOf)).execute()
  const amount = benefitAmountOf(premium)
  return memberships.flatMap(({ userId, benefits }) =>
    benefits.map(at => ({
      userId,
      tier: 'Bronze' as const,
      kind: 'benefit' as const,
      amount,
      source: benefitSourceOf(userId, benefitMonthOf(at)),
      at,
    })),
  )
}

type PastMembership = Pick<Member, 'userId'> & {
  id: string
  plan: 'monthly' | 'yearly'
  amountCents: number
  subscription: SeededSubscription
}

/**
 * One paid invoice per period. Normally the first payment belongs to the membership's order. Seeded memberships have no order, so
 * the first invoice is recorded like the others and its money is counted once.
 */
const invoicesOf = ({ id, userId, plan, amountCents, subscription }: PastMembership) =>
  subscription.periods.map(({ start, end }, count) => ({
    id: `in_demo_${newId().replaceAll('-', '')}`,
    membership_id: id,
    user_id: userId,
    reason: count === 0 ? 'other' : 'renewal',
    status: 'paid',
    amount_cents: amountCents,
    payment_intent_id: `pi_demo_${newId().replaceAll('-', '')}`,
    plan,
    period_started_at: start,
    period_ends_at: end,
    created_at: start,
    paid_at: start,
  }))

/** Times of the benefits: at the start, then in the first minutes of each month until now. */
function benefitMoments(startedAt: Date, now: Date): Date[] {
  const moments = [startedAt]
  for (let month = 1; ; month++) {
    const first = Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() + month, 1)
    const at = new Date(first + FIRST_RUN_MS)
    if (at > now) return moments
    moments.push(at)
  }
}
