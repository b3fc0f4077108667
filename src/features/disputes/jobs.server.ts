import { READ_DISPUTE } from '#features/orders/order/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { followDisputes, readDispute } from './commands/read-dispute.server.ts'

export function defineDisputeJobs(ctx: Context): void {
  ctx.jobs.handle(READ_DISPUTE, ({ providerId }) => readDispute(ctx, providerId))
  ctx.jobs.schedule('follow-disputes', '11 * * * *', () => followDisputes(ctx), { retryLimit: 0 })
}
