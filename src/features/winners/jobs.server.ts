import type { Context } from '#adapters/context.ts'
import { processWinnerDeadlines, tellWinnerOf } from './commands/process-winner-deadlines.server.ts'

/** `winner-drawn` is enqueued by the draw, which must not depend on winners, and by each promotion of an alternate. */
export function defineWinnerJobs(ctx: Context): void {
  ctx.jobs.define<{ giveawayId: string }>('winner-drawn', ({ giveawayId }) => tellWinnerOf(ctx, giveawayId))
  ctx.jobs.define('tend-winners', () => processWinnerDeadlines(ctx), { cron: '* * * * *' })
}
