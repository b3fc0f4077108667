import { sql } from 'kysely'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Revoked } from '../revocations.server.ts'

/** The access version of a new user (`users.access_version`). */
export const FIRST_ACCESS = 1

/** The session id in ID tokens. @param table name or alias of a `session`. */
export const familyOf = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.family_id`)}, ${sql.ref(`${table}.id`)})`

/** Voids all issued ID tokens of a user. */
export async function voidTokens(tx: TransactionContext, userId: string): Promise<void> {
  const before = tx.now()
  await tx.db
    .insertInto('token_revocation')
    .values({ user_id: userId, revoked_before: before })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ revoked_before: before }))
    .execute()
  const revoked: Revoked = { userId, before: before.toISOString() }
  tx.onCommit(ctx => ctx.signals.publish('revoked', revoked))
}

/** Begins a change of a user's rights, before its first write: issuing a token reads the same row, and waits for the commit. */
export async function lockRights(tx: TransactionContext, userId: string): Promise<void> {
  await tx.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/**
 * Voids the ID tokens that a user has from the old rights, after the change of `tx`. It takes the lock of `lockRights`, so that no token
 * is issued from the old rights until the commit; a change that writes other tables takes it first, because all code locks users first.
 */
export async function revokeTokens(tx: TransactionContext, userId: string): Promise<void> {
  await lockRights(tx, userId)
  // Sign-ins in progress began under the old rights.
  await tx.db.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()
  await tx.db.deleteFrom('confirmed_registration').where('user_id', '=', userId).execute()
  await voidTokens(tx, userId)
}

/**
 * Signs out one browser of a user, including the sessions that it replaced. Other browsers get new ID tokens by themselves.
 * @throws not_found when the user has no such session; nothing is voided then.
 */
export const endSession = (ctx: Context, { userId, sessionId }: { userId: string; sessionId: string }) =>
  transact(ctx, async tx => {
    await lockRights(tx, userId)
    const { numDeletedRows } = await tx.db
      .deleteFrom('session')
      .where(familyOf('session'), '=', eb =>
        eb
          .selectFrom('session as ending')
          .select(familyOf('ending').as('family'))
          .where('ending.id', '=', sessionId)
          .where('ending.user_id', '=', userId),
      )
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw refuse('not_found')
    await revokeTokens(tx, userId)
  })

/** Signs a user out in every browser: all sessions end, and issued ID tokens with them. */
export const endSessions = (ctx: Context | TransactionContext, userId: string): Promise<void> =>
  transact(ctx, async tx => {
    await lockRights(tx, userId)
    await deleteSessions(tx, userId)
    await revokeTokens(tx, userId)
  })

/**
 * Ends all sessions of a user, also of sign-ins in progress: `refuse_ended_access` refuses a session that began with an earlier version.
 * @returns the version with which the next session begins.
 */
export async function deleteSessions(tx: TransactionContext, userId: string): Promise<number> {
  const { access_version } = await tx.db
    .updateTable('users')
    .set(eb => ({ access_version: eb('access_version', '+', 1) }))
    .where('id', '=', userId)
    .returning('access_version')
    .executeTakeFirstOrThrow()
  await endOtherSessions(tx, userId, undefined)
  return access_version
}

/**
 * Ends the sessions of a user in all browsers but one. Their ID tokens are void in this process at the commit, and in other processes by
 * `record_ended_sessions`. @param familyId the browser's session; without one, all end.
 */
export async function endOtherSessions(tx: TransactionContext, userId: string, familyId: string | undefined) {
  const ended = await tx.db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(familyId !== undefined, query => query.where(familyOf('session'), '!=', familyId!))
    .returning(familyOf('session').as('family'))
    .execute()
  const families = [...new Set(ended.map(({ family }) => family))]
  // A signal carries 7,900 bytes at most.
  for (let at = 0; at < families.length; at += 100)
    tx.onCommit(ctx => ctx.signals.publish('session-ended', families.slice(at, at + 100)))
}

/**
 * Requires that the caller's session has not ended: inside the transaction of a change, and after a read of what a first proof gives to the
 * account. An ID token of an ended session may still pass the door of a process for a moment. A change has locked the user's row, so the
 * session cannot end before its commit.
 * @throws NotAuthorizedException
 */
export async function requireOwnSession(ctx: Pick<DataContext, 'db' | 'actor'>): Promise<void> {
  const { actor } = ctx
  // Tokens of tests have none.
  if (!actor?.sessionId) return
  const session = await ctx.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', actor.userId)
    .where(familyOf('session'), '=', actor.sessionId)
    .executeTakeFirst()
  if (!session) throw refuse('NotAuthorizedException')
}
