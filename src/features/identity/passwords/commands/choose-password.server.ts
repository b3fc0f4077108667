import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import { setPassword } from '../../accounts/commands/accounts.server.ts'
import { type ProvingBrowser, proveMailbox } from '../../accounts/commands/prove-mailbox.server.ts'
import { hashPassword, isPassword, refuseWeakPassword } from '../../accounts/passwords.server.ts'
import {
  lockChallenge,
  type OpenChallenge,
  type SignedInUser,
  takeChallenge,
} from '../../challenges/commands/challenges.server.ts'
import { reauthenticateByPassword } from '../../challenges/commands/reauthenticate.server.ts'
import { endOtherSessions, lockRights, requireOwnSession, revokeTokens } from '../../sessions/commands/revoke.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import { passwordChangedEmail } from '../../user/emails.server.ts'
import { spendResetCode } from './reset-password.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

const SAME = { newPassword: ['Please choose a password that is not the one you have'] }

/**
 * A user's stored password (null for an account without one), and their e-mail and name for a notice. @throws Unauthorized when deleted.
 */
async function credentialOf(ctx: Context, userId: string) {
  const found = await ctx.db
    .selectFrom('users')
    .leftJoin('credential', join =>
      join.onRef('credential.user_id', '=', 'users.id').on('credential.provider_id', '=', 'credential'),
    )
    .select(['credential.password', 'users.email', 'users.name'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!found) throw refuseCommon('Unauthorized')
  return found
}

/**
 * Answers NEW_PASSWORD_REQUIRED, or RESET_PASSWORD with the e-mailed code.
 * @throws InvalidPasswordException for the current password; InvalidParameterException without a required code; CodeMismatchException,
 * ExpiredCodeException, ChallengeExpired, WeakPassword, OwnWordPassword.
 */
export async function answerWithNewPassword(
  ctx: Context,
  challenge: OpenChallenge,
  { newPassword, code, browser }: { newPassword: string; code?: string | undefined; browser: ProvingBrowser },
): Promise<SignedInUser> {
  const userId = challenge.user_id!
  const { password, email, name } = await credentialOf(ctx, userId)
  if (challenge.type === 'RESET_PASSWORD' && !code) throw refuse('InvalidParameterException')
  if (await isPassword(ctx, newPassword, password)) throw refuse('InvalidPasswordException', {}, SAME)
  await refuseWeakPassword(ctx, newPassword, { email, name }, 'newPassword')
  if (challenge.type === 'RESET_PASSWORD') await spendResetCode(ctx, { email, code: code! })
  const hash = await hashPassword(ctx, newPassword)
  return transact(ctx, async tx => {
    const { accessVersion } = await lockChallenge(tx, challenge.id, userId)
    await takeChallenge(tx, challenge)
    const proof = challenge.type === 'RESET_PASSWORD' ? await proveMailbox(tx, userId, browser) : undefined
    await setPassword(tx, userId, hash)
    await sendEmail(tx, { to: email, userId }, passwordChangedEmail(tx, { name }))
    return { userId, accessVersion: proof?.accessVersion ?? accessVersion }
  })
}

type Change = {
  userId: string
  currentPassword: string
  newPassword: string
  /** The session that stays signed in. */
  familyId: string | undefined
}

/**
 * Changes a password that the user knows. Every other browser is signed out, and the user gets an e-mail.
 * @throws IncorrectPassword; PasswordMissing without one; InvalidPasswordException, WeakPassword, OwnWordPassword, LimitExceededException.
 */
export async function changePassword(ctx: Context, input: Change): Promise<void> {
  const { userId, currentPassword, newPassword, familyId } = input
  const { email, name } = await credentialOf(ctx, userId)
  await reauthenticateByPassword(ctx, userId, currentPassword)
  if (currentPassword === newPassword) throw refuse('InvalidPasswordException', {}, SAME)
  await refuseWeakPassword(ctx, newPassword, { email, name }, 'newPassword')
  const hash = await hashPassword(ctx, newPassword)
  await transact(ctx, async tx => {
    await lockRights(tx, userId)
    await requireOwnSession(tx)
    await setPassword(tx, userId, hash)
    await endOtherSessions(tx, userId, familyId)
    const message = passwordChangedEmail(tx, { name, signedOut: 'every other browser' })
    await sendEmail(tx, { to: email, userId }, message)
    await revokeTokens(tx, userId)
  })
}
