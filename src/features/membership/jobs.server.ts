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
 * `activate-membership` is enqueued by the settlement of an order and `membership-event` by the inbox of webhooks, which
 * know nothing of memberships.
 * @param giveaways their part in a refund; they come later in the order of features.
 */
export function defineMembershipJobs(ctx: Context, giveaways: SpentCreditsOf): void {
  const { jobs } = ctx
  jobs.define<Paid>('activate-membership', async paid => void (await readMembership(ctx, paid)))
  jobs.define<Paid>('read-membership', async known => void (await readMembership(ctx, known)))
  // Renewals come in waves: everybody who joined on a day, on that day.
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

/** A month begins for a million members at once; what one run does not manage, the next goes on with at once. */
async function issueBenefits(ctx: Context): Promise<void> {
  const { isFinished } = await issueMonthlyBenefits(ctx)
  if (!isFinished) await ctx.jobs.enqueue(ctx.db, 'issue-monthly-benefits', {})
}
