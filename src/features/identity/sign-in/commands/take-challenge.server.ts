import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from '../../contract.ts'

const refuse = refusals(IDENTITY_ERRORS)

export type OpenChallenge = NonNullable<Awaited<ReturnType<typeof challengeOf>>>

/** A challenge that is still open. */
export const challengeOf = (ctx: DataContext, id: string) =>
  ctx.db
    .selectFrom('sign_in_challenge')
    .select([
      'answered_at',
      'began_at',
      'expires_at',
      'id',
      'nonce',
      'registration_id',
      'tries_left',
      'type',
      'user_id',
    ])
    .where('id', '=', id)
    .where('expires_at', '>', ctx.now())
    .where('answered_at', 'is', null)
    .executeTakeFirst()

/** Uses up a challenge. @throws ChallengeExpired for all callers but one. */
export async function takeChallenge(ctx: DataContext, { id }: { id: string }): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('sign_in_challenge')
    .set({ answered_at: ctx.now() })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw refuse('ChallengeExpired')
}

/** Locks a user's row, as every change to a sign-in does first. */
export const lockUser = (tx: TransactionContext, userId: string) =>
  tx.db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Locks the user and reads the challenge again, so that answers run one after another. @throws ChallengeExpired. */
export async function lockChallenge(tx: TransactionContext, id: string, userId: string): Promise<OpenChallenge> {
  await lockUser(tx, userId)
  const row = await challengeOf(tx, id)
  if (!row) throw refuse('ChallengeExpired')
  return row
}
