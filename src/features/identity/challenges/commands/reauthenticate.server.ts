import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { isPassword } from '../../accounts/passwords.server.ts'
import type { Assertion } from '../../factors/contract.ts'
import { checkAssertion, countPasskeySignIn } from '../../factors/passkeys.server.ts'
import { forgiveReauthentication, spendReauthentication, spendTry } from '../../limits/limits.server.ts'
import { requireOwnSession } from '../../sessions/commands/revoke.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import { reauthenticationCodeEmail } from '../../user/emails.server.ts'
import {
  guessVerificationCode,
  issueVerificationCode,
  refuseUnlessRight,
} from '../../verification-codes/verification-codes.server.ts'
import { findChallenge, takeChallenge } from './challenges.server.ts'

const refuseIdentity = refusals(IDENTITY_ERRORS)

/** Maximum age of a sign-in or reauthentication for changing sign-in methods. */
const FRESH_MS = 5 * 60_000

/**
 * Requires a sign-in or reauthentication of the last 5 minutes, or the password now.
 * @returns the user's id.
 * @throws ReauthenticationRequired; IncorrectPassword and LimitExceededException for the password.
 */
export async function requireFresh(ctx: Context, password: string | undefined): Promise<string> {
  const { actor } = ctx
  if (!actor) throw refuse('NotAuthorizedException')
  const isFresh = actor.authenticatedAt && ctx.now().getTime() - actor.authenticatedAt.getTime() <= FRESH_MS
  if (!isFresh && !password) throw refuse('ReauthenticationRequired')
  if (!isFresh) await reauthenticateByPassword(ctx, actor.userId, password!)
  return actor.userId
}

/**
 * @throws IncorrectPassword, LimitExceededException; PasswordMissing for an account without a password, NotAuthorizedException where the first
 * proof took it and ended the caller's session.
 */
export async function reauthenticateByPassword(ctx: Context, userId: string, password: string): Promise<void> {
  const credential = await ctx.db
    .selectFrom('credential')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  await spendReauthentication(ctx, userId)
  if (!credential?.password) {
    await requireOwnSession(ctx)
    throw refuseIdentity('PasswordMissing')
  }
  if (!(await isPassword(ctx, password, credential.password))) throw refuseIdentity('IncorrectPassword')
  await forgiveReauthentication(ctx, userId)
}

const codeSubject = (userId: string) => ({ purpose: 'reauthentication', subjectId: userId }) as const

/**
 * Requires a shopper without a password. With one, the mailbox alone must not confirm who it is.
 * @throws PasswordExists, StaffPasswordRequired; NotAuthorizedException without an account.
 */
async function requireNoPassword(ctx: Context, userId: string) {
  const user = await ctx.db
    .selectFrom('users')
    .leftJoin('credential', join =>
      join.onRef('credential.user_id', '=', 'users.id').on('credential.provider_id', '=', 'credential'),
    )
    .select(['users.email', 'users.name', 'users.role', 'credential.password'])
    .where('users.id', '=', userId)
    .where('users.enabled', '=', true)
    .executeTakeFirst()
  if (!user) throw refuse('NotAuthorizedException')
  if (user.password !== null) throw refuseIdentity('PasswordExists')
  if (user.role !== 'user') throw refuseIdentity('StaffPasswordRequired')
  return user
}

/** Sends the code with which a user without a password reauthenticates. @throws as `requireNoPassword`, and LimitExceededException. */
export async function sendReauthenticationCode(ctx: Context, userId: string): Promise<void> {
  const { email, name } = await requireNoPassword(ctx, userId)
  await spendTry(ctx, 'code account', userId)
  await transact(ctx, async tx => {
    const code = await issueVerificationCode(tx, codeSubject(userId))
    await sendEmail(tx, { to: email, userId }, reauthenticationCodeEmail(tx, { name, code }))
  })
}

/** @throws CodeMismatchException, ExpiredCodeException, LimitExceededException, and as `requireNoPassword`. */
export async function reauthenticateByEmailCode(ctx: Context, userId: string, code: string): Promise<void> {
  await requireNoPassword(ctx, userId)
  await spendReauthentication(ctx, userId)
  refuseUnlessRight(await guessVerificationCode(ctx, codeSubject(userId), code))
  await forgiveReauthentication(ctx, userId)
}

type PasskeyReauthentication = { userId: string; id: string; credential: Assertion; origin: string }

/** Reauthenticates the user by a passkey, for a challenge of `openPasskeySignIn`. @throws ChallengeExpired, PasskeyRefused. */
export async function reauthenticateByPasskey(
  ctx: Context,
  { userId, id, credential, origin }: PasskeyReauthentication,
): Promise<void> {
  const challenge = await findChallenge(ctx, id)
  if (challenge?.type !== 'WEB_AUTHN') throw refuseIdentity('ChallengeExpired')
  const passkey = await checkAssertion(ctx, credential, { nonce: challenge.nonce!, origin })
  await takeChallenge(ctx, challenge)
  if (passkey?.userId !== userId || !(await countPasskeySignIn(ctx, passkey))) throw refuseIdentity('PasskeyRefused')
}
