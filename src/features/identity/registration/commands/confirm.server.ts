import { acceptAtRegistration } from '#features/legal/commands.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { createUser } from '../../accounts/commands/accounts.server.ts'
import { isPassword } from '../../accounts/passwords.server.ts'
import { lockUser, type SignedInUser } from '../../challenges/commands/challenges.server.ts'
import { spendTry } from '../../limits/limits.server.ts'
import { FIRST_ACCESS } from '../../sessions/commands/revoke.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import { guessVerificationCode, refuseUnlessRight } from '../../verification-codes/verification-codes.server.ts'
import { keepReferral } from './referrals.server.ts'
import { findRegistration } from './register.server.ts'
import { keepDetails } from './registration-details.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type Confirmation = {
  email: string
  code: string
  /** The browser's own registration, from its signed cookie. */
  registrationId?: string
  /** The registration named by the e-mail's link. */
  linkedId?: string | undefined
  /** The password of that registration. */
  password?: string | undefined
}

/**
 * Finds the registration for a code: the one in the link, else the browser's own, else the newest of the address.
 * @returns also the kind of guesser: the holder of the link or of the browser's cookie, or a stranger.
 */
async function registrationMeant(ctx: Context, { email, registrationId, linkedId }: Confirmation) {
  const registration = await findRegistration(ctx, email, linkedId ?? registrationId)
  if (!registration || (linkedId && registration.id !== linkedId)) throw refuse('CodeMismatchException')
  const isOwn = registration.id === registrationId
  return { registration, isOwn, by: isOwn || linkedId ? ('holder' as const) : ('stranger' as const) }
}

/**
 * Creates the user of a registration from its code (docs/decisions/0187-proof-before-inheritance.md). The browser that registered needs only
 * the code. Another browser also needs the password when the address has more than one open registration.
 * @returns the new user, whether this browser registered, and whether the registration had an address.
 * @throws CodeMismatchException, ExpiredCodeException (also after three wrong tries), PasswordRequired, RegistrationPasswordWrong,
 * LimitExceededException.
 */
export async function confirmRegistration(ctx: Context, input: Confirmation) {
  await spendTry(ctx, 'confirm network', input.email)
  const { registration, isOwn, by } = await registrationMeant(ctx, input)
  const subject = { purpose: 'confirm', subjectId: registration.id } as const
  const isVerified = isOwn || input.password !== undefined
  if (!isOwn && input.password !== undefined) {
    refuseUnlessRight(await guessVerificationCode(ctx, subject, input.code, { keep: true, by }))
    if (!(await isPassword(ctx, input.password, registration.password_hash))) {
      // A wrong password costs a try of the code, so each code allows three passwords.
      await guessVerificationCode(ctx, subject, '', { by })
      throw refuse('RegistrationPasswordWrong', {}, { password: [IDENTITY_ERRORS.RegistrationPasswordWrong.message] })
    }
  }
  const outcome = await transact(ctx, async tx => {
    const guess = await guessVerificationCode(tx, subject, input.code, { by })
    if (guess !== 'right') return { guess }
    const { numDeletedRows } = await tx.db
      .deleteFrom('registration')
      .where('email', '=', registration.email)
      .executeTakeFirst()
    const isContested = numDeletedRows > 1n
    // Rolls back the whole transaction, so the code stays usable.
    if (isContested && !isVerified) throw refuse('PasswordRequired', {}, { password: ['Password is required'] })
    const userId = await createUser(tx, {
      email: registration.email,
      name: registration.name,
      phone: registration.phone,
      birthDate: registration.birth_date,
      passwordHash: registration.password_hash,
      isMailboxProven: isVerified,
      registrationId: registration.id,
    })
    let addressSaved = false
    if (userId) {
      const { created_at: at, ip } = registration
      await acceptAtRegistration(tx, { userId, at, ip })
      await keepReferral(tx, registration)
      addressSaved = await keepDetails(tx, userId, registration)
      if (!isOwn && !isContested) await letRegisteringBrowserIn(tx, registration.id, userId)
    }
    return { guess, userId, addressSaved }
  })
  refuseUnlessRight(outcome.guess)
  // The code was right, but the address got an account in between.
  if (!outcome.userId) throw refuse('CodeMismatchException')
  return { userId: outcome.userId, isOwnBrowser: isOwn, addressSaved: outcome.addressSaved === true }
}

/** The browser that registered gets its session by `autoSignIn`. */
const letRegisteringBrowserIn = (ctx: DataContext, registrationId: string, userId: string) =>
  ctx.db
    .insertInto('confirmed_registration')
    .values({ registration_id: registrationId, user_id: userId, confirmed_at: ctx.now() })
    .execute()

/**
 * Deletes a registration that the owner of the address did not make. The code proves that the caller read the e-mail.
 * @throws CodeMismatchException, ExpiredCodeException, LimitExceededException.
 */
export async function rejectRegistration(ctx: Context, input: { email: string; code: string; linkedId: string }) {
  await spendTry(ctx, 'confirm network', input.email)
  const { registration, by } = await registrationMeant(ctx, input)
  const guess = await transact(ctx, async tx => {
    const found = await guessVerificationCode(tx, { purpose: 'confirm', subjectId: registration.id }, input.code, {
      by,
    })
    if (found === 'right') await tx.db.deleteFrom('registration').where('id', '=', registration.id).execute()
    return found
  })
  refuseUnlessRight(guess)
}

/** Answers CONFIRM_SIGN_UP: an earlier step checked the password, this step checks the code. @throws as `confirmRegistration`. */
export async function confirmChallenge(ctx: Context, registrationId: string, code: string): Promise<SignedInUser> {
  const registration = await ctx.db
    .selectFrom('registration')
    .select('email')
    .where('id', '=', registrationId)
    .executeTakeFirst()
  if (!registration) throw refuse('ChallengeExpired')
  const { userId } = await confirmRegistration(ctx, { email: registration.email, code, registrationId })
  return { userId, accessVersion: FIRST_ACCESS }
}

/** How long the browser keeps its registration cookie. */
const KEPT_MS = 3600_000

/**
 * Signs in the browser that registered, after another browser confirmed by the link in the e-mail. Each registration gets one such sign-in;
 * the first request takes it. Its session is recorded, because a later proof of the mailbox in it keeps the account as it is.
 * @param input.registrationId from the browser's signed cookie, so the registration is its own.
 * @param input.familyId the session that the browser is about to begin.
 * @returns the user; undefined while nothing is confirmed, or when the sign-in has been used.
 */
export async function autoSignIn(
  ctx: Context,
  { registrationId, familyId }: { registrationId: string; familyId: string },
): Promise<SignedInUser | undefined> {
  const since = new Date(ctx.now().getTime() - KEPT_MS)
  const confirmed = (db: DataContext['db']) =>
    db
      .selectFrom('confirmed_registration')
      .select('user_id as userId')
      .where('registration_id', '=', registrationId)
      .where('confirmed_at', '>', since)
      .executeTakeFirst()
  const found = await confirmed(ctx.db)
  if (!found) return undefined
  return transact(ctx, async tx => {
    const { accessVersion } = await lockUser(tx, found.userId)
    const { numDeletedRows } = await tx.db
      .deleteFrom('confirmed_registration')
      .where('registration_id', '=', registrationId)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) return undefined
    await tx.db
      .updateTable('users')
      .set({ registering_session: familyId })
      .where('id', '=', found.userId)
      .where('made_by_registration', '=', registrationId)
      .execute()
    return { ...found, accessVersion }
  })
}

/** Deletes confirmations that no browser collected. */
export const forgetConfirmations = (ctx: Context) =>
  ctx.db
    .deleteFrom('confirmed_registration')
    .where('confirmed_at', '<', new Date(ctx.now().getTime() - KEPT_MS))
    .execute()
