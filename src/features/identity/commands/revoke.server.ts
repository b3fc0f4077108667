import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { refuse } from '#platform/errors.ts'
import type { Revoked } from '../revocations.server.ts'

/** The session id in ID tokens. @param table name or alias of a `session`. */
export const familyOf = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.family_id`)}, ${sql.ref(`${table}.id`)})`

/** Voids all issued ID tokens of a user, in the caller's transaction. @returns the time up to which tokens are void, to be published. */
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
 * Changes a user's rights and voids their issued ID tokens in one transaction.
 * The user's row is locked first, and issuing a token reads that row. So no token can be issued from the old rights.
 * @param change the change itself, with the context of the transaction.
 */
export async function revokeTokens(ctx: Context, userId: string, change: (inner: Context) => Promise<unknown>) {
  const before = await ctx.db.transaction().execute(async trx => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await change(within(ctx, trx))
    // Sign-ins in progress began under the old rights.
    await trx.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()
    await trx.deleteFrom('confirmed_registration').where('user_id', '=', userId).execute()
    return voidTokens(within(ctx, trx), userId)
  })
  ctx.signals.publish('revoked', { userId, before: before.toISOString() } satisfies Revoked)
}

/**
 * Signs out one browser of a user, including the sessions that it replaced. Other browsers get new ID tokens by themselves.
 * @throws not_found when the user has no such session; nothing is voided then.
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
 * Signs a user out in every browser: all sessions end, and issued ID tokens with them.
 * @param also runs in the same transaction.
 */
export const endSessions = (ctx: Context, userId: string, also?: (inner: Context) => Promise<unknown>) =>
  revokeTokens(ctx, userId, async inner => {
    await inner.db.deleteFrom('session').where('user_id', '=', userId).execute()
    await also?.(inner)
  })
