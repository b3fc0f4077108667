import type { Context } from '#kernel/context.ts'
import { forgetLapsed } from '#kernel/once/marks.server.ts'
import { tendDeletedAccounts } from './commands.server.ts'

export function defineAccountJobs(ctx: Context): void {
  ctx.jobs.schedule('tend-deleted-accounts', '43 3 * * *', () => tendDeletedAccounts(ctx))
  ctx.jobs.schedule('forget-once-marks', '51 3 * * *', () => forgetLapsed(ctx))
}
