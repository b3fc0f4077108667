import type { Context } from '#adapters/context.ts'
import type { PastMovement } from '#features/credits/seed.server.ts'
import { newId } from '#platform/ids.server.ts'

const HOUR = 3600 * 1000
/** Whoever subscribes does so on their first day, some sooner than others. */
const HOURS_WAITED = 20

type Member = { userId: string; joinedAt: Date }

/**
 * Gives people a running membership, every fourth a yearly one, in the caller's transaction.
 * @returns the monthly benefits that they have had since, for the ledger.
 */
export async function seedMemberships(ctx: Context, members: readonly Member[]): Promise<PastMovement[]> {
  const now = ctx.now()
  const memberships = members.map(({ userId, joinedAt }, position) => {
    const startedAt = new Date(+joinedAt + (1 + (position % HOURS_WAITED)) * HOUR)
    return { id: newId(), userId, startedAt, plan: position % 4 === 3 ? ('yearly' as const) : ('monthly' as const) }
  })
  await ctx.db
    .insertInto('membership')
    .values(
      memberships.map(({ id, userId, startedAt, plan }) => ({
        id,
        user_id: userId,
        provider_id: `sub_demo_${id.replaceAll('-', '')}`,
        plan,
        status: 'active',
        started_at: startedAt,
        current_period_ends_at: renewals(startedAt, now, plan === 'yearly' ? 12 : 1).next,
      })),
    )
    .execute()
  return memberships.flatMap(({ userId, startedAt }) =>
    [startedAt, ...renewals(startedAt, now, 1).past].map(at => benefit(ctx, userId, at)),
  )
}

/** The renewals of a period of so many months up to now, and the next one. */
function renewals(startedAt: Date, now: Date, months: number): { past: Date[]; next: Date } {
  const past: Date[] = []
  for (let period = 1; ; period++) {
    const renewal = new Date(startedAt)
    renewal.setUTCMonth(startedAt.getUTCMonth() + period * months, 1)
    const lastDay = new Date(Date.UTC(renewal.getUTCFullYear(), renewal.getUTCMonth() + 1, 0)).getUTCDate()
    renewal.setUTCDate(Math.min(startedAt.getUTCDate(), lastDay))
    if (renewal > now) return { past, next: renewal }
    past.push(renewal)
  }
}

/** Once in a calendar month: the month is part of the source, so the ledger itself refuses a second one. */
function benefit(ctx: Context, userId: string, at: Date): PastMovement {
  const month = at.toISOString().slice(0, 7)
  const amount = ctx.settings.premium.monthlyBenefit === 'bronze-credit' ? 1 : 5
  const source = { type: 'membership', id: `${userId} ${month}`, description: `Premium benefit for ${month}` }
  return { userId, tier: 'Bronze', kind: 'benefit', amount, source, at }
}
