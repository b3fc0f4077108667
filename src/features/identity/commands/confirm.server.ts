import { type Context, within } from '#adapters/context.ts'
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
    await trx.deleteFrom('registration').where('email', '=', registration.email).execute()
    return { guess, userId }
  })
  if (outcome.guess === 'expired') throw refuse('ExpiredCodeException')
  // No user although the code was right: the address got its account in the meantime.
  if (!outcome.userId) throw refuse('CodeMismatchException')
  return { userId: outcome.userId, isOwnBrowser: registration.id === input.registrationId }
}

/**
 * Answers a sign-in challenge: the password was right before, the code is now.
 * @throws ChallengeExpired, or as `confirmRegistration`.
 */
export async function answerChallenge(ctx: Context, input: { id: string; code: string }) {
  const challenge = await ctx.db
    .selectFrom('sign_in_challenge as challenge')
    .innerJoin('registration', 'registration.id', 'challenge.registration_id')
    .select(['registration.email', 'registration.id as registrationId'])
    .where('challenge.id', '=', input.id)
    .where('challenge.expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (!challenge) throw refuse('ChallengeExpired')
  return confirmRegistration(ctx, { ...challenge, code: input.code })
}
