import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { isPassword } from '../../accounts/passwords.server.ts'
import { askFactor, type Next, openConfirmation } from '../../challenges/commands/challenges.server.ts'
import { forgiveSignIn, spendEmail, spendSignIn } from '../../limits/limits.server.ts'
import { mailRegistrationCode, selectRegistrations } from '../../registration/commands/register.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'

const refuse = refusals(IDENTITY_ERRORS)

type SignIn = {
  email: string
  password: string
  registrationId?: string
  /** The id of a browser that is known for the account. */
  browserId?: string | undefined
  /** The origin of the page, for passkeys. */
  origin?: string
}
/** Each costs a password hash. More than one, so that a stranger's newer registration does not hide the owner's. */
const REGISTRATIONS_TRIED = 3

/** `registrationId` is set for an unconfirmed registration. */
type SignInOutcome = Next & { registrationId?: string }

/**
 * Checks an e-mail address and a password. Computes one password hash for the account and one for each of the newest open registrations. A
 * missing account costs a hash too, so that the time reveals nothing. A caller who registered an address that has an account gets the usual
 * answer, and the code is never sent (docs/decisions/0007-neutral-answers.md).
 * @returns the user, or the next step: a second factor, a new password, or the code of an unconfirmed registration; codes are on their way
 * then.
 * @throws NotAuthorizedException, LimitExceededException; UserNotFoundException if accounts may be revealed.
 */
export async function signIn(ctx: Context, input: SignIn): Promise<SignInOutcome> {
  const { email, password } = input
  const tries = { account: email, browserId: input.browserId }
  await spendSignIn(ctx, tries)
  const user = await ctx.db
    .selectFrom('users')
    .innerJoin('credential', 'credential.user_id', 'users.id')
    .select(['users.id', 'users.enabled', 'users.access_version', 'credential.password', 'credential.expires_at'])
    .where('users.email', '=', email)
    .where('credential.provider_id', '=', 'credential')
    .executeTakeFirst()
  const registrations = await selectRegistrations(ctx, email, input.registrationId).limit(REGISTRATIONS_TRIED).execute()
  const isUsers = await isPassword(ctx, password, user?.password)
  const matches = await Promise.all(registrations.map(({ password_hash }) => isPassword(ctx, password, password_hash)))
  const unconfirmed = registrations.find((_, place) => matches[place])
  if (!user && registrations.length === 0 && ctx.settings.auth.revealAccounts) throw refuse('UserNotFoundException')
  const isOver = user?.expires_at && user.expires_at <= ctx.now()
  if (user?.enabled && isUsers && !isOver) {
    await forgiveSignIn(ctx, tries)
    const { id: userId, access_version: accessVersion } = user
    return askFactor(ctx, { userId, accessVersion, beganAt: ctx.now(), origin: input.origin ?? ctx.origin })
  }
  if (!unconfirmed) throw refuse('NotAuthorizedException')
  // Tries are not forgiven here: any caller can register an address and would get unlimited tries at its account.
  await spendEmail(ctx, tries)
  const challenge = await transact(ctx, async tx => {
    await mailRegistrationCode(tx, unconfirmed)
    return openConfirmation(tx, unconfirmed.id)
  })
  return { challenge, registrationId: unconfirmed.id }
}
