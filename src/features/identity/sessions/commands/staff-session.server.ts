import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import type { OpenSession } from '../sessions.server.ts'

const MINUTE_MS = 60_000
/** A staff session ends this long after its sign-in. */
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS
/** A staff session ends this long after the user's last action. */
const IDLE_MS = 30 * MINUTE_MS

/**
 * Enforces the limits of staff sessions (docs/decisions/0049-passwords-and-staff-sessions.md). Shopper sessions have none.
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
