import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { refuse } from '#platform/errors.ts'
import type { Revoked } from '../revocations.server.ts'

/** The id by which ID tokens know a session. @param table name or alias of a `session`. */
export const familyOf = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.family_id`)}, ${sql.ref(`${table}.id`)})`

/** Voids the ID tokens issued so far, in the caller's transaction. @returns the moment before which they are void, to be published. */
export async function voidTokens(ctx: Context, userId: string): Promise<Date> {
  const before = ctx.now()
  await ctx.db
    .insertInto('token_revocation')
    .values({ user_id: userId, revoked_before: before })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ revoked_before: before }))
    .execute()
  return before
}

/**
 * Changes something about a user's rights and voids the ID tokens issued so far, in one transaction.
 * The user's row is locked first, and whoever issues a token reads that row, so no token can be issued from what it said before.
 * @param change the change itself, with the context of the transaction.
 */
export async function revokeTokens(ctx: Context, userId: string, change: (inner: Context) => Promise<unknown>) {
  const before = await ctx.db.transaction().execute(async trx => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await change(within(ctx, trx))
    // Sign-ins that are under way began with what was right before.
    await trx.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()
    await trx.deleteFrom('confirmed_registration').where('user_id', '=', userId).execute()
    return voidTokens(within(ctx, trx), userId)
  })
  ctx.signals.publish('revoked', { userId, before: before.toISOString() } satisfies Revoked)
}

/**
 * Signs one browser of a user out, with the sessions that this one replaced; the others notice nothing, as they get new ID tokens by themselves.
 * @throws not_found when there is no such session of theirs; nothing becomes void then.
 */
export const endSession = (ctx: Context, { userId, sessionId }: { userId: string; sessionId: string }) =>
  revokeTokens(ctx, userId, async inner => {
    const { numDeletedRows } = await inner.db
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

/**
 * Signs a user out in every browser: sessions end now, ID tokens that are still running with them.
 * @param also is done in the same transaction.
 */
export const endSessions = (ctx: Context, userId: string, also?: (inner: Context) => Promise<unknown>) =>
  revokeTokens(ctx, userId, async inner => {
    await inner.db.deleteFrom('session').where('user_id', '=', userId).execute()
    await also?.(inner)
  })
