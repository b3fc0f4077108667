import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { forgetTurns } from '#platform/http/rate-limit.server.ts'
import { TOKEN_SECONDS } from '../../sessions/id-token.server.ts'
import { forgetConfirmations } from './auto-sign-in.server.ts'

const DAY_MS = 24 * 3600 * 1000
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
  await db.deleteFrom('verification_code').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('sign_in_challenge').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('factor_enrolment').where('expires_at', '<', yesterday).execute()
  await forgetConfirmations(ctx)
  await forgetTurns(ctx.pool, ctx.now())
  await db.deleteFrom('session').where('expires_at', '<', yesterday).execute()
  // Compares with PostgreSQL's clock, which wrote the rows.
  await sql`delete from ended_session where ended_at < now() - make_interval(secs => ${TOKEN_SECONDS}) - interval '1 day'`.execute(
    db,
  )
  // A revocation stays while a session exists that must be renewed because of it, even after the tokens have expired.
  await db
    .deleteFrom('token_revocation as revocation')
    .where('revoked_before', '<', new Date(now - TOKEN_SECONDS * 1000 - DAY_MS))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('session')
            .select('session.id')
            .whereRef('session.user_id', '=', 'revocation.user_id')
            .whereRef('session.created_at', '<=', 'revocation.revoked_before'),
        ),
      ),
    )
    .execute()
}
