import type { Context } from '#adapters/context.ts'
import { advanceGiveaways } from './commands/advance-giveaways.server.ts'
import { auditLedger } from './commands/audit-ledger.server.ts'

export function defineGiveawayJobs(ctx: Context): void {
  ctx.jobs.define('advance-giveaways', async () => void (await advanceGiveaways(ctx)), { cron: '* * * * *' })
  ctx.jobs.define('audit-ledger', async () => void (await auditLedger(ctx)), { cron: '47 4 * * *' })
}
