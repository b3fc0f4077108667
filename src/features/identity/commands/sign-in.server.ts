import { type Context, within } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { IDENTITY_ERRORS } from '../contract.ts'
import { forgiveTries, spendTry } from '../limits.server.ts'
import { isPassword } from '../passwords.server.ts'
import { mailCode, registrationOf } from './register.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

/** customer-side.md section 9: sign-in state lasts 180 s. */
const CHALLENGE_SECONDS = 180

type SignIn = { email: string; password: string; registrationId?: string }
type Outcome = { userId: string } | { challenge: { id: string; type: 'CONFIRM_SIGN_UP' }; registrationId: string }

/**
 * Checks an e-mail address and a password. Exactly one password hash is worked out whoever asks, so time tells nothing.
 * @returns the user, or the challenge of a person who has not confirmed yet; a new code is on its way to them then.
 * @throws NotAuthorizedException, LimitExceededException; UserNotFoundException if accounts may be revealed.
 */
export async function signIn(ctx: Context, input: SignIn): Promise<Outcome> {
  const { email, password } = input
  await spendTry(ctx, 'sign-in network', email)
  await spendTry(ctx, 'sign-in account', email)
  const user = await ctx.db
    .selectFrom('users')
    .innerJoin('credential', 'credential.user_id', 'users.id')
    .select(['users.id', 'users.enabled', 'credential.password'])
    .where('users.email', '=', email)
    .where('credential.provider_id', '=', 'credential')
    .executeTakeFirst()
  const registration = user ? undefined : await registrationOf(ctx, email, input.registrationId)
  const isRight = await isPassword(password, user?.password ?? registration?.password_hash)
  if (!user && !registration && ctx.settings.auth.revealAccounts) throw refuse('UserNotFoundException')
  if (!isRight || user?.enabled === false) throw refuse('NotAuthorizedException')
  await forgiveTries(ctx, 'sign-in account', email)
  if (user) return { userId: user.id }

  await spendTry(ctx, 'code account', email)
  const id = newId()
  const unconfirmed = registration!
  await ctx.db.transaction().execute(async trx => {
    await trx
      .insertInto('sign_in_challenge')
      .values({
        id,
        type: 'CONFIRM_SIGN_UP',
        registration_id: unconfirmed.id,
        expires_at: new Date(ctx.now().getTime() + CHALLENGE_SECONDS * 1000),
      })
      .execute()
    await mailCode(within(ctx, trx), unconfirmed)
  })
  return { challenge: { id, type: 'CONFIRM_SIGN_UP' }, registrationId: unconfirmed.id }
}
