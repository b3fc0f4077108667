import type { Context } from '#adapters/context.ts'
import { advanceGiveaways } from './commands/advance-giveaways.server.ts'

export function defineGiveawayJobs(ctx: Context): void {
  ctx.jobs.define('advance-giveaways', async () => void (await advanceGiveaways(ctx)), { cron: '* * * * *' })
}
