import type { Context } from '#kernel/context.ts'
import { RESEAL_AUTHENTICATORS, RESEAL_SIGNING_KEYS, SEND_RESET_CODE } from './job-types.server.ts'
import { sendResetCode } from './passwords/commands/reset-password.server.ts'
import { forgetStale } from './registration/commands/forget-stale.server.ts'
import { resealAuthenticators } from './second-factors/sealed.server.ts'
import { resealSigningKeys, rotateSigningKey } from './sessions/signing-keys.server.ts'

export function defineIdentityJobs(ctx: Context): void {
  ctx.jobs.handle(SEND_RESET_CODE, ({ email, holder }) => sendResetCode(ctx, email, holder))
  const keys = () => ({ pool: ctx.pool, seals: ctx.seals })
  ctx.jobs.schedule('rotate-signing-key', '7 3 * * *', () => rotateSigningKey({ ...keys(), now: ctx.now() }, 'due'))
  ctx.jobs.handle(RESEAL_SIGNING_KEYS, () => resealSigningKeys(keys()))
  ctx.jobs.handle(RESEAL_AUTHENTICATORS, () => resealAuthenticators(ctx))
  ctx.jobs.schedule('forget-stale-identity', '17 4 * * *', () => forgetStale(ctx))
}
