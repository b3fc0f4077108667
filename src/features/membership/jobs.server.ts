import { ACTIVATE_MEMBERSHIP, END_SUBSCRIPTION, MEMBERSHIP_EVENT } from '#features/orders/order/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { FOR_A_WEEK } from '#platform/jobs/jobs.server.ts'
import { issueMonthlyBenefits } from './benefits/commands/monthly-benefit.server.ts'
import { refundSecond } from './invoices/commands/record-refund.server.ts'
import { ISSUE_MONTHLY_BENEFITS, READ_MEMBERSHIP, REFUND_SECOND_MEMBERSHIP } from './job-types.server.ts'
import { remindMembers } from './notices/commands/tell-member.server.ts'
import type { MembershipPorts } from './ports.ts'
import { endSubscription } from './subscriptions/sync/commands/end-memberships.server.ts'
import {
  compareMemberships,
  handleMembershipEvent,
  readMembership,
  readOverdueMemberships,
} from './subscriptions/sync/commands/read-membership.server.ts'

/**
 * Order settlement enqueues `activate-membership`, and the webhook inbox enqueues `membership-event`. Neither of them imports
 * memberships.
 */
export function defineMembershipJobs(ctx: Context, ports: MembershipPorts): void {
  const { jobs } = ctx
  jobs.handle(ACTIVATE_MEMBERSHIP, async paid => void (await readMembership(ctx, paid)))
  jobs.handle(READ_MEMBERSHIP, async known => void (await readMembership(ctx, known)))
  // Renewals come in waves: all members who joined on one day renew on one day.
  jobs.handle(MEMBERSHIP_EVENT, event => handleMembershipEvent(ctx, event), {
    batch: 50,
  })
  jobs.handle(END_SUBSCRIPTION, ended => endSubscription(ctx, ended.subscriptionId), FOR_A_WEEK)
  jobs.handle(REFUND_SECOND_MEMBERSHIP, ({ orderId }) => refundSecond(ctx, ports, orderId))
  jobs.handle(ISSUE_MONTHLY_BENEFITS, () => issueBenefits(ctx), { cron: '*/5 * * * *' })
  jobs.schedule('read-overdue-memberships', '*/10 * * * *', () => readOverdueMemberships(ctx), { retryLimit: 0 })
  jobs.schedule('compare-memberships', '4-59/10 * * * *', () => compareMemberships(ctx), { retryLimit: 0 })
  jobs.schedule('remind-members', '41 * * * *', () => remindMembers(ctx))
}

/** A month begins for up to a million members at once. When a run leaves members over, the next run is enqueued at once. */
async function issueBenefits(ctx: Context): Promise<void> {
  const { isFinished } = await issueMonthlyBenefits(ctx)
  if (!isFinished) await enqueue(ctx, ISSUE_MONTHLY_BENEFITS, {})
}
