import type { Context } from '#adapters/context.ts'
import { tendDeletedAccounts } from './commands.server.ts'

export function defineAccountJobs(ctx: Context): void {
  ctx.jobs.define('tend-deleted-accounts', () => tendDeletedAccounts(ctx), { cron: '43 3 * * *' })
}
