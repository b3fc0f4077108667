import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { forgetTurns } from '#platform/http/rate-limit.server.ts'
import { sendEmailCode } from './email-codes/commands/request-email-code.server.ts'
import { resealAuthenticators } from './factors/totp.server.ts'
import { sendResetCode } from './passwords/commands/reset-password.server.ts'
import { forgetConfirmations } from './registration/commands/confirm.server.ts'
import { TOKEN_SECONDS } from './sessions/id-token.server.ts'
import { resealSigningKeys, rotateSigningKey } from './sessions/signing-keys.server.ts'
import { checkAddresses } from './shipping/commands/check-addresses.server.ts'
import {
  CHECK_ADDRESSES,
  RESEAL_AUTHENTICATORS,
  RESEAL_SIGNING_KEYS,
  SEND_EMAIL_CODE,
  SEND_RESET_CODE,
} from './user/job-types.server.ts'

export function defineIdentityJobs(ctx: Context): void {
  ctx.jobs.handle(SEND_RESET_CODE, ({ email, holder }) => sendResetCode(ctx, email, holder))
  ctx.jobs.handle(SEND_EMAIL_CODE, ({ email, holder }) => sendEmailCode(ctx, email, holder))
  const keys = () => ({ pool: ctx.pool, seals: ctx.seals })
  ctx.jobs.schedule('rotate-signing-key', '7 3 * * *', () => rotateSigningKey({ ...keys(), now: ctx.now() }, 'due'))
  ctx.jobs.handle(RESEAL_SIGNING_KEYS, () => resealSigningKeys(keys()))
  ctx.jobs.handle(RESEAL_AUTHENTICATORS, () => resealAuthenticators(ctx))
  ctx.jobs.handle(CHECK_ADDRESSES, async () => void (await checkAddresses(ctx)), { cron: '*/5 * * * *', batch: 1 })
  ctx.jobs.schedule('forget-stale-identity', '17 4 * * *', () => forgetStale(ctx))
}

/** An unconfirmed registration is deleted after this many days. */
const REGISTRATION_DAYS = 30

/** Deletes obsolete rows: old registrations, dead codes and challenges, expired sessions, past revocations. */
export async function forgetStale(ctx: Context): Promise<void> {
  const { db } = ctx
  const now = ctx.now().getTime()
  const yesterday = new Date(now - DAY_MS)
  await db
    .deleteFrom('registration')
    .where('created_at', '<', new Date(now - REGISTRATION_DAYS * DAY_MS))
    .execute()
  for (const table of ['verification_code', 'sign_in_challenge', 'factor_enrolment', 'session'] as const)
    await db.deleteFrom(table).where('expires_at', '<', yesterday).execute()
  await forgetConfirmations(ctx)
  await forgetTurns(ctx.pool, ctx.now())
  // Compares with PostgreSQL's clock, which wrote the rows.
  await sql`delete from ended_session where ended_at < now() - make_interval(secs => ${TOKEN_SECONDS}) - interval '1 day'`.execute(
    db,
  )
  // A revocation stays while a session exists that must be renewed because of it, even after the tokens have expired.
  await db
    .deleteFrom('token_revocation as revocation')
    .where('revoked_before', '<', new Date(now - TOKEN_SECONDS * 1000 - DAY_MS))
    .where(
      sql<boolean>`not exists (select from session s where s.user_id = revocation.user_id and s.created_at <= revoked_before)`,
    )
    .execute()
}
