import type { Context } from '#kernel/context.ts'
import { tendDeletedAccounts } from './commands.server.ts'

export function defineAccountJobs(ctx: Context): void {
  ctx.jobs.schedule('tend-deleted-accounts', '43 3 * * *', () => tendDeletedAccounts(ctx))
}
