import type { Context } from '#adapters/context.ts'
import { activateMembership } from './commands.server.ts'

type Paid = { userId: string; subscriptionId: string }

/** `activate-membership` is enqueued by the settlement of an order, which knows nothing of memberships. */
export function defineMembershipJobs(ctx: Context): void {
  ctx.jobs.define<Paid>('activate-membership', paid => activateMembership(ctx, paid))
}
