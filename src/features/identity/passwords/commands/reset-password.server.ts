import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { setPassword } from '../../accounts/commands/accounts.server.ts'
import { type ProvingBrowser, proveMailbox } from '../../accounts/commands/prove-mailbox.server.ts'
import { hashPassword, refuseWeakPassword } from '../../accounts/passwords.server.ts'
import { forgiveSignIn, spendEmail, spendEmailCodeCall } from '../../limits/limits.server.ts'
import { findRegistration } from '../../registration/commands/register.server.ts'
import { tellOwner } from '../../second-factors/commands/change-factors.server.ts'
import { deleteSessions, lockRights, revokeTokens } from '../../sessions/commands/revoke.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import { passwordChangedEmail, resetEmail } from '../../user/emails.server.ts'
import { SEND_RESET_CODE } from '../../user/job-types.server.ts'
import { findUserId } from '../../user/queries.server.ts'
import { resetLink } from '../../user/rules.ts'
import {
  guessVerificationCode,
  issueLinkedVerificationCode,
  refuseUnlessRight,
  subjectOfEmail,
  voidVerificationCodes,
} from '../../verification-codes/verification-codes.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

const subjectOf = (ctx: DataContext, email: string) =>
  ({ purpose: 'reset', subjectId: subjectOfEmail(ctx, email) }) as const

const enabledUser = (ctx: Context, email: string) =>
  ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .where('enabled', '=', true)
    .executeTakeFirst()

type ResetCaller = {
  /** The browser that asks; the code is bound to it. */
  holder?: string | undefined
  /** The id of a browser that is known for the account. */
  browserId?: string | undefined
}

/**
 * Requests a reset code. A job does the work, so that every address is answered in the same time.
 * @throws LimitExceededException; UserNotFoundException or UserNotConfirmedException if accounts may be revealed.
 */
export async function forgotPassword(
  ctx: Context,
  email: string,
  { browserId, holder }: ResetCaller = {},
): Promise<void> {
  const tries = { account: email, browserId }
  await spendEmailCodeCall(ctx, tries)
  await spendEmail(ctx, tries)
  if (ctx.settings.auth.revealAccounts && !(await findUserId(ctx, email))) {
    const isWaiting = await findRegistration(ctx, email, undefined)
    throw refuse(isWaiting ? 'UserNotConfirmedException' : 'UserNotFoundException')
  }
  await enqueue(ctx, SEND_RESET_CODE, { email, holder })
}

/** Creates a code for any address, and sends it if the address has an enabled account. */
export async function sendResetCode(ctx: Context, email: string, holder?: string): Promise<void> {
  const user = await enabledUser(ctx, email)
  await transact(ctx, async tx => {
    const { id, code } = await issueLinkedVerificationCode(tx, subjectOf(tx, email), holder)
    if (!user) return
    const message = resetEmail(tx, { name: user.name, code, link: resetLink(tx.origin, email, code, id) })
    await sendEmail(tx, { to: user.email, userId: user.id }, message)
  })
}

type CodeInput = ResetCaller & {
  email: string
  code: string
  /** The id from the e-mail's link. */
  codeId?: string | undefined
}

/**
 * Compares a reset code with the code of the e-mail's link; else with the code that this browser requested; else with the newest code of
 * the address, at the cost of a try that all strangers share.
 */
async function guessResetCode(ctx: Context, { email, code, holder, codeId }: CodeInput, keep: boolean) {
  const subject = subjectOf(ctx, email)
  if (codeId) return guessVerificationCode(ctx, subject, code, { keep, codeId })
  const own = holder ? await guessVerificationCode(ctx, subject, code, { keep, holder }) : undefined
  if (own === 'right') return own
  const newest = await guessVerificationCode(ctx, subject, code, { keep, by: 'stranger' })
  return newest === 'right' ? newest : (own ?? newest)
}

/**
 * Checks a reset code and leaves it usable.
 * @throws CodeMismatchException, ExpiredCodeException (also after three wrong tries), LimitExceededException.
 */
export async function verifyResetCode(ctx: Context, input: CodeInput): Promise<void> {
  await spendEmailCodeCall(ctx, { account: input.email, browserId: input.browserId })
  refuseUnlessRight(await guessResetCode(ctx, input, true))
}

/** Uses up a reset code and all other codes of the address. @throws CodeMismatchException, ExpiredCodeException. */
export async function spendResetCode(ctx: Context, input: CodeInput): Promise<void> {
  refuseUnlessRight(await guessResetCode(ctx, input, false))
  await voidVerificationCodes(ctx, subjectOf(ctx, input.email))
}

/**
 * Sets a new password by a code, uses up the code, and signs the user out everywhere.
 * @throws as `verifyResetCode`, and WeakPassword, OwnWordPassword.
 */
export async function resetPassword(
  ctx: Context,
  input: CodeInput & { newPassword: string; browser?: ProvingBrowser },
): Promise<void> {
  const { email } = input
  const tries = { account: email, browserId: input.browserId }
  await spendEmailCodeCall(ctx, tries)
  // Checked first, so that the code is still usable for a better password.
  await refuseWeakPassword(ctx, input.newPassword, { email }, 'newPassword')
  await spendResetCode(ctx, input)
  const user = await enabledUser(ctx, email)
  // A right code for an address without an account was a lucky guess.
  if (!user) throw refuse('CodeMismatchException')
  // Hashed only now, because a guess must not cause this work.
  const password = await hashPassword(ctx, input.newPassword)
  await transact(ctx, async tx => {
    await lockRights(tx, user.id)
    // A link carries its code into the browser where the new password is typed, so this browser's user reads the mail.
    const proof = await proveMailbox(tx, user.id, input.browser ?? {})
    await setPassword(tx, user.id, password)
    await deleteSessions(tx, user.id)
    const message = passwordChangedEmail(tx, { name: user.name })
    await sendEmail(tx, { to: user.email, userId: user.id }, message)
    if (proof?.ended.methods) await tellOwner(tx, user.id, UNVERIFIED_REMOVED)
    await revokeTokens(tx, user.id)
  })
  await forgiveSignIn(ctx, tries)
}

const UNVERIFIED_REMOVED =
  'Sign-in methods that were added before this address was proven were removed by the password reset. You can add them again.'
