import type { Context } from '#adapters/context.ts'
import type { SpentCreditsOf } from '#features/orders/refunds/spent-credits.ts'
import { compareMemberships } from './commands/compare-memberships.server.ts'
import { endSubscription } from './commands/end-memberships.server.ts'
import { issueMonthlyBenefits } from './commands/monthly-benefit.server.ts'
import { handleMembershipEvent, readMembership, readOverdueMemberships } from './commands/read-membership.server.ts'
import { refundSecond } from './commands/refund-second.server.ts'
import { remindMembers } from './commands/remind-members.server.ts'

type Paid = { userId: string; subscriptionId: string }

/**
 * Order settlement enqueues `activate-membership`, and the webhook inbox enqueues `membership-event`. Neither of them imports
 * memberships.
 * @param giveaways the giveaways' part of a refund; that feature comes later in the order of features.
 */
export function defineMembershipJobs(ctx: Context, giveaways: SpentCreditsOf): void {
  const { jobs } = ctx
  jobs.define<Paid>('activate-membership', async paid => void (await readMembership(ctx, paid)))
  jobs.define<Paid>('read-membership', async known => void (await readMembership(ctx, known)))
  // Renewals come in waves: all members who joined on one day renew on one day.
  jobs.define<{ type: string; objectId: string }>('membership-event', event => handleMembershipEvent(ctx, event), {
    batch: 50,
  })
  jobs.define<{ subscriptionId: string }>('end-subscription', ended => endSubscription(ctx, ended.subscriptionId))
  jobs.define<{ orderId: string }>('refund-second-membership', ({ orderId }) => refundSecond(ctx, giveaways, orderId))
  jobs.define('issue-monthly-benefits', () => issueBenefits(ctx), { cron: '*/5 * * * *' })
  jobs.define('read-overdue-memberships', () => readOverdueMemberships(ctx), { cron: '*/10 * * * *', retryLimit: 0 })
  jobs.define('compare-memberships', () => compareMemberships(ctx), { cron: '4-59/10 * * * *', retryLimit: 0 })
  jobs.define('remind-members', () => remindMembers(ctx), { cron: '41 * * * *' })
}

/** A month begins for up to a million members at once. When a run leaves members over, the next run is enqueued at once. */
async function issueBenefits(ctx: Context): Promise<void> {
  const { isFinished } = await issueMonthlyBenefits(ctx)
  if (!isFinished) await ctx.jobs.enqueue(ctx.db, 'issue-monthly-benefits', {})
}
