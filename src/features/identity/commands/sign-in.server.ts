import { type Context, within } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from '../contract.ts'
import { forgiveTries, spendTry } from '../limits.server.ts'
import { isPassword } from '../passwords.server.ts'
import { askFactor, type Next, openConfirmation } from './challenges.server.ts'
import { mailCode, registrationOf } from './register.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type SignIn = {
  email: string
  password: string
  registrationId?: string /** Of the page, for passkeys. */
  origin?: string
}
/** `registrationId` of a person who has not confirmed yet. */
export type SignInOutcome = Next & { registrationId?: string }

/**
 * Checks an e-mail address and a password. Exactly one password hash is worked out whoever asks, so time tells nothing.
 * @returns the user, or what the sign-in still asks: a second factor, a new password, or the code of a person who has not confirmed
 * yet; codes are on their way then.
 * @throws NotAuthorizedException, LimitExceededException; UserNotFoundException if accounts may be revealed.
 */
export async function signIn(ctx: Context, input: SignIn): Promise<SignInOutcome> {
  const { email, password } = input
  await spendTry(ctx, 'sign-in network', email)
  await spendTry(ctx, 'sign-in account', email)
  const user = await ctx.db
    .selectFrom('users')
    .innerJoin('credential', 'credential.user_id', 'users.id')
    .select(['users.id', 'users.enabled', 'credential.password', 'credential.expires_at'])
    .where('users.email', '=', email)
    .where('credential.provider_id', '=', 'credential')
    .executeTakeFirst()
  const registration = user ? undefined : await registrationOf(ctx, email, input.registrationId)
  const isRight = await isPassword(password, user?.password ?? registration?.password_hash)
  if (!user && !registration && ctx.settings.auth.revealAccounts) throw refuse('UserNotFoundException')
  const isOver = user?.expires_at && user.expires_at <= ctx.now()
  if (!isRight || isOver || user?.enabled === false) throw refuse('NotAuthorizedException')
  await forgiveTries(ctx, 'sign-in account', email)
  if (user) return askFactor(ctx, { userId: user.id, beganAt: ctx.now(), origin: input.origin ?? ctx.origin })

  await spendTry(ctx, 'code account', email)
  const unconfirmed = registration!
  const challenge = await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    await mailCode(inner, unconfirmed)
    return openConfirmation(inner, unconfirmed.id)
  })
  return { challenge, registrationId: unconfirmed.id }
}
