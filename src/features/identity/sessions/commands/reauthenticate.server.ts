import type { Context } from '#kernel/context.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from '../../contract.ts'
import { isPassword } from '../../passwords/passwords.server.ts'
import type { Assertion } from '../../second-factors/contract.ts'
import { checkAssertion, countUse } from '../../second-factors/passkeys.server.ts'
import { challengeOf, takeChallenge } from '../../sign-in/commands/challenges.server.ts'
import { forgiveReauthentication, spendReauthentication } from '../../sign-in/limits.server.ts'

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

/** @throws IncorrectPassword, LimitExceededException. */
export async function reauthenticateByPassword(ctx: Context, userId: string, password: string): Promise<void> {
  const credential = await ctx.db
    .selectFrom('credential')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  await spendReauthentication(ctx, userId)
  if (!(await isPassword(password, credential?.password))) throw refuseIdentity('IncorrectPassword')
  await forgiveReauthentication(ctx, userId)
}

type PasskeyReauthentication = { userId: string; id: string; credential: Assertion; origin: string }

/** Reauthenticates the user by a passkey, for a challenge of `openPasskeySignIn`. @throws ChallengeExpired, PasskeyRefused. */
export async function reauthenticateByPasskey(
  ctx: Context,
  { userId, id, credential, origin }: PasskeyReauthentication,
): Promise<void> {
  const challenge = await challengeOf(ctx, id)
  if (challenge?.type !== 'WEB_AUTHN') throw refuseIdentity('ChallengeExpired')
  const passkey = await checkAssertion(ctx, credential, { nonce: challenge.nonce!, origin })
  await takeChallenge(ctx, challenge)
  if (passkey?.userId !== userId || !(await countUse(ctx, passkey))) throw refuseIdentity('PasskeyRefused')
}
