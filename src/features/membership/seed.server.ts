import type { Context } from '#adapters/context.ts'
import { type SeededSubscription, seedSubscriptions } from '#adapters/payments/sandbox/seed.server.ts'
import type { PastMovement } from '#features/credits/seed.server.ts'
import { newId } from '#platform/ids.server.ts'
import { benefitSourceOf } from './commands/monthly-benefit.server.ts'
import { intervalOf } from './contract.ts'
import { benefitAmountOf, benefitMonthOf } from './rules.ts'

const HOUR = 3600 * 1000
/** Whoever subscribes does so on their first day, some sooner than others. */
const HOURS_WAITED = 20
/** The run of the monthly benefits in a month's first minutes. */
const FIRST_RUN_MS = 5 * 60_000

type Member = { userId: string; email: string; name: string; joinedAt: Date }

/**
 * Gives people a running membership, every fourth a yearly one, in the caller's transaction; the payment sandbox knows them
 * too, so the demo's members can cancel and renew.
 * @returns the monthly benefits that they have had since, for the ledger.
 */
export async function seedMemberships(ctx: Context, members: readonly Member[]): Promise<PastMovement[]> {
  const now = ctx.now()
  const { premium } = ctx.settings
  const begun = members.map(({ userId, email, name, joinedAt }, position) => {
    const startedAt = new Date(+joinedAt + (1 + (position % HOURS_WAITED)) * HOUR)
    const plan = position % 4 === 3 ? ('yearly' as const) : ('monthly' as const)
    const amountCents = premium.monthlyCents * (plan === 'yearly' ? 12 : 1)
    return { userId, email, name, startedAt, plan, interval: intervalOf(plan), amountCents } as const
  })
  const subscriptions = await seedSubscriptions(ctx.db, begun, now)
  const memberships = begun.map((member, position) => ({
    ...member,
    id: newId(),
    subscription: subscriptions[position]!,
    benefits: benefitMoments(member.startedAt, now),
  }))
  await ctx.db
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
  await ctx.db.insertInto('membership_invoice').values(memberships.flatMap(invoicesOf)).execute()
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
 * A paid bill for each period. The first payment of a membership is its order's; here is no order that began it, so the first
 * bill is one like the others, and the money is counted once all the same.
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

/** When the benefits came: with the beginning, and then in the first minutes of each month up to now. */
function benefitMoments(startedAt: Date, now: Date): Date[] {
  const moments = [startedAt]
  for (let month = 1; ; month++) {
    const first = Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() + month, 1)
    const at = new Date(first + FIRST_RUN_MS)
    if (at > now) return moments
    moments.push(at)
  }
}
