import { type Context, within } from '#adapters/context.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { refusals } from '#platform/errors.ts'
import { guessCode, issueCode, subjectOfEmail } from '../codes.server.ts'
import { IDENTITY_ERRORS } from '../contract.ts'
import { passwordChangedEmail, resetEmail } from '../emails.server.ts'
import { forgiveTries, spendTry } from '../limits.server.ts'
import { hashPassword } from '../passwords.server.ts'
import { userIdOf } from '../queries.server.ts'
import { proveMailbox, setPassword } from './accounts.server.ts'
import { tellOwner } from './enrol-factor.server.ts'
import { registrationOf } from './register.server.ts'
import { revokeTokens } from './revoke.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

const subjectOf = (ctx: Context, email: string) =>
  ({ purpose: 'reset', subjectId: subjectOfEmail(ctx, email) }) as const

const enabledUser = (ctx: Context, email: string) =>
  ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .where('enabled', '=', true)
    .executeTakeFirst()

/**
 * Asks for a reset code. A job does the rest, so that the time of the answer is the same for every address.
 * @throws LimitExceededException; UserNotFoundException or UserNotConfirmedException if accounts may be revealed.
 */
export async function forgotPassword(ctx: Context, email: string): Promise<void> {
  await spendTry(ctx, 'confirm network', email)
  await spendTry(ctx, 'code account', email)
  if (ctx.settings.auth.revealAccounts && !(await userIdOf(ctx, email))) {
    const isWaiting = await registrationOf(ctx, email, undefined)
    throw refuse(isWaiting ? 'UserNotConfirmedException' : 'UserNotFoundException')
  }
  await ctx.jobs.enqueue(ctx.db, 'send-reset-code', { email })
}

/** Makes a code for an address, known or not, and sends it where there is an account to reset. */
export async function sendResetCode(ctx: Context, email: string): Promise<void> {
  const user = await enabledUser(ctx, email)
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const code = await issueCode(inner, subjectOf(ctx, email))
    if (user)
      await sendMessage(inner, { channel: 'email', to: user.email, userId: user.id, ...resetEmail(user.name, code) })
  })
}

type CodeInput = { email: string; code: string }

/**
 * Says whether a reset code is right, and leaves it to be used.
 * @throws CodeMismatchException, ExpiredCodeException (also after three wrong tries), LimitExceededException.
 */
export async function verifyResetCode(ctx: Context, { email, code }: CodeInput): Promise<void> {
  await spendTry(ctx, 'confirm network', email)
  refuseUnlessRight(await guessCode(ctx, subjectOf(ctx, email), code, { keep: true }))
}

/** Uses a reset code up. @throws CodeMismatchException, ExpiredCodeException. */
export const spendResetCode = async (ctx: Context, { email, code }: CodeInput): Promise<void> =>
  refuseUnlessRight(await guessCode(ctx, subjectOf(ctx, email), code))

/**
 * Sets a new password by a code, which is used up, and signs the user out everywhere.
 * @throws as `verifyResetCode`.
 */
export async function resetPassword(ctx: Context, input: CodeInput & { newPassword: string }): Promise<void> {
  const { email, code } = input
  await spendTry(ctx, 'confirm network', email)
  await spendResetCode(ctx, { email, code })
  const user = await enabledUser(ctx, email)
  // A right code of an address without an account was a lucky guess.
  if (!user) throw refuse('CodeMismatchException')
  // Only now, since a hash is work that no guess should be able to order.
  const password = await hashPassword(input.newPassword)
  await revokeTokens(ctx, user.id, async inner => {
    await setPassword(inner, user.id, password)
    await inner.db.deleteFrom('session').where('user_id', '=', user.id).execute()
    const removed = await removeUnprovenFactors(inner, user.id)
    const letter = passwordChangedEmail(user.name, ctx.origin)
    await sendMessage(inner, { channel: 'email', to: user.email, userId: user.id, ...letter })
    if (removed) await tellOwner(inner, user.id, UNPROVEN_REMOVED)
  })
  await forgiveTries(ctx, 'sign-in account', email)
}

const UNPROVEN_REMOVED =
  'Sign-in methods that were added before this address was proven were removed by the password reset. You can add them again.'

/**
 * Removes the second factors of an account whose mailbox was not proven until now, in the caller's transaction. The person who added
 * them may not be the one who reads the mail (docs/decisions/0047-registration-takeover.md). The user's row is locked by the caller.
 * @returns whether there were any.
 */
async function removeUnprovenFactors(ctx: Context, userId: string): Promise<boolean> {
  if (!(await proveMailbox(ctx, userId))) return false
  const removed = []
  for (const table of ['second_factor', 'passkey', 'recovery_code', 'factor_enrolment'] as const)
    removed.push(await ctx.db.deleteFrom(table).where('user_id', '=', userId).executeTakeFirst())
  return removed.some(({ numDeletedRows }) => numDeletedRows > 0n)
}

function refuseUnlessRight(guess: 'right' | 'wrong' | 'expired'): void {
  if (guess === 'wrong') throw refuse('CodeMismatchException')
  if (guess === 'expired') throw refuse('ExpiredCodeException')
}
