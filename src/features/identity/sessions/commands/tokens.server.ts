import { sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { MINUTE_MS } from '#kernel/values/durations.ts'
import { refuse } from '#platform/errors.ts'
import { findUser } from '../../user/queries.server.ts'
import type { IdTokens } from '../id-token.server.ts'
import { type OpenSession, RETIRING_SECONDS } from '../sessions.server.ts'

/** The lifetime of a staff ID token (docs/decisions/0005-better-auth.md). */
const STAFF_TOKEN_MS = 15 * 60_000

/** The latest expiry of a token; undefined keeps the default of 60 minutes. */
function endOf(ctx: DataContext, user: { isAdmin: boolean }, sessionEnd: Date | undefined): Date | undefined {
  if (!user.isAdmin) return sessionEnd
  return new Date(Math.min(+ctx.now() + STAFF_TOKEN_MS, +(sessionEnd ?? Number.POSITIVE_INFINITY)))
}

type TokenSubject = {
  userId: string
  /** When the user last gave a password or factor. */
  authenticatedAt: Date
  /** The session family with which the token ends; missing for a program whose own token has none. */
  familyId: string | undefined
  /** When the session expires. */
  expiresAt?: Date
}

/**
 * Issues an ID token for the user's current state.
 * The user's row is locked, so a concurrent change of rights waits and then voids this token too.
 * @throws NotAuthorizedException when the user is deleted or disabled.
 */
export const issueToken = (
  ctx: Context,
  idTokens: IdTokens,
  { userId, authenticatedAt, familyId, expiresAt }: TokenSubject,
) =>
  transact(ctx, async tx => {
    await tx.db.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
    const user = await findUser(tx, userId)
    if (!user) throw refuse('NotAuthorizedException')
    const { id, ...claims } = user
    const { hasSecondFactor: _, ...shown } = user
    const token = await idTokens.issue(
      { userId: id, authenticatedAt, sessionId: familyId, ...claims },
      endOf(tx, user, expiresAt),
    )
    return { user: shown, ...token }
  })

/**
 * Retires a session that is older than its user's last change of rights, so that the cookie changes with the rights.
 * @returns whether to open a new session in its place; true for one caller only.
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

/** Records that a session is in use, at most once a minute. */
export async function markSeen(ctx: Context, session: OpenSession): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('session')
    .set({ updated_at: now })
    .where('id', '=', session.id)
    .where('updated_at', '<', new Date(now.getTime() - SEEN_EVERY_MS))
    .execute()
}

/** A staff session ends this long after its sign-in. */
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS
/** A staff session ends this long after the user's last action. */
const IDLE_MS = 30 * MINUTE_MS

/**
 * Enforces the limits of staff sessions (docs/decisions/0005-better-auth.md). Shopper sessions have none.
 * @param idleSeconds since the user last pressed a key or pointed, as their browser reports; undefined counts as just now.
 * @returns when the session ends without a further action.
 * @throws NotAuthorizedException when the session is over; it is deleted then.
 */
export async function keepStaffSession(
  ctx: Context,
  session: OpenSession,
  idleSeconds: number | undefined,
): Promise<Date> {
  const row = await ctx.db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(['users.role', 'session.active_at'])
    .where('session.id', '=', session.id)
    .executeTakeFirst()
  if (!row) throw refuse('NotAuthorizedException')
  if (row.role === 'user') return session.expiresAt
  const now = +ctx.now()
  const ends = (activeAt: number) => Math.min(+session.expiresAt, +session.createdAt + ABSOLUTE_MS, activeAt + IDLE_MS)
  const before = +(row.active_at ?? session.createdAt)
  if (ends(before) <= now) {
    await ctx.db.deleteFrom('session').where('id', '=', session.id).execute()
    throw refuse('NotAuthorizedException')
  }
  const activeAt = Math.max(before, now - (idleSeconds ?? 0) * 1000)
  await sql`
    update session set active_at = greatest(active_at, ${new Date(activeAt)}) where id = ${session.id}`.execute(ctx.db)
  return new Date(ends(activeAt))
}
