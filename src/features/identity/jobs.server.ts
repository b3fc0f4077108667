import type { Context } from '#adapters/context.ts'
import { forgetStale } from './commands/forget-stale.server.ts'
import { sendResetCode } from './commands/reset-password.server.ts'

export function defineIdentityJobs(ctx: Context): void {
  ctx.jobs.define<{ email: string; holder?: string }>('send-reset-code', ({ email, holder }) =>
    sendResetCode(ctx, email, holder),
  )
  ctx.jobs.define('forget-stale-identity', () => forgetStale(ctx), { cron: '17 4 * * *' })
}
