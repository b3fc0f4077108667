import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Revoked } from '../revocations.server.ts'

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

/** Runs in the same transaction, for example to write the audit log. */
export type Also = (tx: TransactionContext) => Promise<unknown>

/**
 * Changes a user's rights and voids their issued ID tokens in one transaction.
 * The user's row is locked first, and issuing a token reads that row. So no token can be issued from the old rights.
 * @param also runs after the change.
 */
export async function revokeTokens(ctx: Context, userId: string, change: Also, also?: Also): Promise<void> {
  await transact(ctx, async tx => {
    await tx.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await change(tx)
    await also?.(tx)
    // Sign-ins in progress began under the old rights.
    await tx.db.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()
    await tx.db.deleteFrom('confirmed_registration').where('user_id', '=', userId).execute()
    await voidTokens(tx, userId)
  })
}

/**
 * Signs out one browser of a user, including the sessions that it replaced. Other browsers get new ID tokens by themselves.
 * @throws not_found when the user has no such session; nothing is voided then.
 */
export const endSession = (ctx: Context, { userId, sessionId }: { userId: string; sessionId: string }) =>
  revokeTokens(ctx, userId, async tx => {
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
  })

/** Signs a user out in every browser: all sessions end, and issued ID tokens with them. */
export const endSessions = (ctx: Context, userId: string, also?: Also) =>
  revokeTokens(ctx, userId, tx => deleteSessions(tx, userId), also)

export const deleteSessions = (tx: TransactionContext, userId: string) =>
  tx.db.deleteFrom('session').where('user_id', '=', userId).execute()
