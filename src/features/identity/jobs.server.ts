import type { Context } from '#adapters/context.ts'
import { forgetStale } from './commands/forget-stale.server.ts'
import { sendResetCode } from './commands/reset-password.server.ts'
import { resealAuthenticators } from './sealed.server.ts'
import { resealSigningKeys, rotateSigningKey } from './signing-keys.server.ts'

export function defineIdentityJobs(ctx: Context): void {
  ctx.jobs.define<{ email: string; holder?: string }>('send-reset-code', ({ email, holder }) =>
    sendResetCode(ctx, email, holder),
  )
  const keys = () => ({ pool: ctx.pool, seals: ctx.seals })
  ctx.jobs.define('rotate-signing-key', () => rotateSigningKey({ ...keys(), now: ctx.now() }, 'due'), {
    cron: '7 3 * * *',
  })
  ctx.jobs.define('reseal-signing-keys', () => resealSigningKeys(keys()))
  ctx.jobs.define('reseal-authenticators', () => resealAuthenticators(ctx))
  ctx.jobs.define('forget-stale-identity', () => forgetStale(ctx), { cron: '17 4 * * *' })
}
