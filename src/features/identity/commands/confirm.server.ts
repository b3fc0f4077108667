import { type Context, within } from '#adapters/context.ts'
import { acceptAtRegistration } from '#features/legal/commands.server.ts'
import { refusals } from '#platform/errors.ts'
import { guessCode } from '../codes.server.ts'
import { IDENTITY_ERRORS } from '../contract.ts'
import { spendTry } from '../limits.server.ts'
import { createUser } from './accounts.server.ts'
import { registrationOf } from './register.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type Confirmation = { email: string; code: string; registrationId?: string }

/**
 * Makes the registration a user, once its own code is given.
 * @param input.registrationId the browser's own registration, if it has one; else the newest of the address counts.
 * @returns the new user, and whether it was this browser that registered.
 * @throws CodeMismatchException, ExpiredCodeException (also after three wrong tries), LimitExceededException.
 */
export async function confirmRegistration(ctx: Context, input: Confirmation) {
  await spendTry(ctx, 'confirm network', input.email)
  const registration = await registrationOf(ctx, input.email, input.registrationId)
  if (!registration) throw refuse('CodeMismatchException')
  const outcome = await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const guess = await guessCode(inner, { purpose: 'confirm', subjectId: registration.id }, input.code)
    if (guess !== 'right') return { guess }
    const userId = await createUser(inner, {
      email: registration.email,
      name: registration.name,
      phone: registration.phone,
      birthDate: registration.birth_date,
      passwordHash: registration.password_hash,
    })
    if (userId) {
      const { created_at: at, ip } = registration
      await acceptAtRegistration(inner, { userId, at, ip })
      await trx
        .insertInto('confirmed_registration')
        .values({ registration_id: registration.id, user_id: userId, confirmed_at: ctx.now() })
        .execute()
    }
    await trx.deleteFrom('registration').where('email', '=', registration.email).execute()
    return { guess, userId }
  })
  if (outcome.guess === 'expired') throw refuse('ExpiredCodeException')
  // No user although the code was right: the address got its account in the meantime.
  if (!outcome.userId) throw refuse('CodeMismatchException')
  return { userId: outcome.userId, isOwnBrowser: registration.id === input.registrationId }
}

/** Answers CONFIRM_SIGN_UP: the password was right before, the code is now. @throws as `confirmRegistration`. */
export async function confirmChallenge(ctx: Context, registrationId: string, code: string) {
  const { email } = await ctx.db
    .selectFrom('registration')
    .select('email')
    .where('id', '=', registrationId)
    .executeTakeFirstOrThrow()
  const { userId } = await confirmRegistration(ctx, { email, code, registrationId })
  return { userId }
}
