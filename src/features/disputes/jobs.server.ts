import type { Context } from '#adapters/context.ts'
import { followDisputes } from './commands/follow-disputes.server.ts'
import { readDispute } from './commands/read-dispute.server.ts'

export function defineDisputeJobs(ctx: Context): void {
  ctx.jobs.define<{ providerId: string }>('read-dispute', ({ providerId }) => readDispute(ctx, providerId))
  ctx.jobs.define('follow-disputes', () => followDisputes(ctx), { cron: '11 * * * *', retryLimit: 0 })
}
