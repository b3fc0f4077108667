import type { Context } from '#adapters/context.ts'
import { forgetStale } from './commands/forget-stale.server.ts'

export function defineIdentityJobs(ctx: Context): void {
  ctx.jobs.define('forget-stale-identity', () => forgetStale(ctx), { cron: '17 4 * * *' })
}
