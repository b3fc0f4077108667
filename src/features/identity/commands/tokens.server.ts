import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { refuse } from '#platform/errors.ts'
import type { IdTokens } from '../id-token.server.ts'
import { userOf } from '../queries.server.ts'
import { type OpenSession, RETIRING_SECONDS } from '../sessions.server.ts'

/** An ID token of staff is renewed this often (docs/decisions/0049-passwords-and-staff-sessions.md). */
const STAFF_TOKEN_MS = 15 * 60_000

/** When a token ends at the latest; undefined leaves it its own 60 minutes. */
function endOf(ctx: Context, user: { isAdmin: boolean }, sessionEnd: Date | undefined): Date | undefined {
  if (!user.isAdmin) return sessionEnd
  return new Date(Math.min(+ctx.now() + STAFF_TOKEN_MS, +(sessionEnd ?? Number.POSITIVE_INFINITY)))
}

type TokenSubject = {
  userId: string
  /** When they last proved who they are. */
  provedAt: Date
  /** The session family that the token ends with; missing for a program whose own token has none. */
  familyId: string | undefined
  /** When the session ends by itself. */
  expiresAt?: Date
}

/**
 * An ID token for a user as they are now.
 * The user's row is locked meanwhile: whoever changes rights waits, and voids this token too.
 * @throws NotAuthorizedException when the user is gone or disabled.
 */
export const issueToken = (ctx: Context, idTokens: IdTokens, { userId, provedAt, familyId, expiresAt }: TokenSubject) =>
  ctx.db.transaction().execute(async trx => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
    const user = await userOf(within(ctx, trx), userId)
    if (!user) throw refuse('NotAuthorizedException')
    const { id, ...claims } = user
    const { hasSecondFactor: _, ...shown } = user
    const token = await idTokens.issue(
      { userId: id, provedAt, sessionId: familyId, ...claims },
      endOf(ctx, user, expiresAt),
    )
    return { user: shown, ...token }
  })

/**
 * Retires a session that is older than its user's last change of rights, so that the cookie changes when rights do.
 * @returns whether a new session has to be opened in its place; true for one caller only.
 */
export async function retireSession(ctx: Context, session: OpenSession): Promise<boolean> {
  const soon = new Date(ctx.now().getTime() + RETIRING_SECONDS * 1000)
  const { numUpdatedRows } = await ctx.db
    .updateTable('session')
    .set({ expires_at: soon })
    .where('id', '=', session.id)
    .where('expires_at', '>', soon)
    .where(
      sql<boolean>`exists (select from token_revocation t where t.user_id = session.user_id and t.revoked_before >= session.created_at)`,
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const SEEN_EVERY_MS = 60_000

/** Notes that a session is in use; at most once a minute. */
export async function markSeen(ctx: Context, session: OpenSession): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('session')
    .set({ updated_at: now })
    .where('id', '=', session.id)
    .where('updated_at', '<', new Date(now.getTime() - SEEN_EVERY_MS))
    .execute()
}
