import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { type FirstProof, proveMailbox } from '../../accounts/commands/prove-mailbox.server.ts'
import { lockOwnUser } from '../../challenges/commands/challenges.server.ts'
import { spendTry } from '../../limits/limits.server.ts'
import { ENDED_BY_VERIFICATION_CODE, tellOwner } from '../../second-factors/commands/change-factors.server.ts'
import { proofCodeEmail } from '../../user/emails.server.ts'
import {
  guessVerificationCode,
  issueLinkedVerificationCode,
  refuseUnlessRight,
  voidVerificationCodes,
} from '../../verification-codes/verification-codes.server.ts'

const subjectOf = (userId: string) => ({ purpose: 'prove-mailbox', subjectId: userId }) as const

type Asking = {
  userId: string
  /** The session that asks. The code works only there. */
  holder: string
}

/**
 * Sends the code with which a signed-in user proves that they read the account's mail.
 * @returns false for a proven account, which gets no code. @throws LimitExceededException after ten codes in a day.
 */
export async function sendProofCode(ctx: Context, { userId, holder }: Asking): Promise<boolean> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'mailbox_unproven'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!user.mailbox_unproven) return false
  await spendTry(ctx, 'code account', userId)
  await transact(ctx, async tx => {
    const { code } = await issueLinkedVerificationCode(tx, subjectOf(userId), holder)
    await sendEmail(tx, { to: user.email, userId }, proofCodeEmail(tx, { code }))
  })
  return true
}

/**
 * Proves the mailbox by the code, once, however often and concurrently it comes.
 * @param input.registrationId the browser's own registration, from its signed cookie.
 * @returns undefined for an account that was proven before.
 * @throws CodeMismatchException, ExpiredCodeException (also after three wrong tries), LimitExceededException; NotAuthorizedException when
 * the session ended.
 */
export async function proveByEmailCode(
  ctx: Context,
  { userId, holder, code, registrationId }: Asking & { code: string; registrationId?: string },
): Promise<FirstProof | undefined> {
  await spendTry(ctx, 'factor account', userId)
  const { guess, proof } = await transact(ctx, async tx => {
    await lockOwnUser(tx, userId)
    const guess = await guessVerificationCode(tx, subjectOf(userId), code, { holder })
    if (guess !== 'right') return { guess }
    await voidVerificationCodes(tx, subjectOf(userId))
    const proof = await proveMailbox(tx, userId, { registrationId, familyId: holder })
    if (proof?.ended.password || proof?.ended.methods) await tellOwner(tx, userId, ENDED_BY_VERIFICATION_CODE)
    return { guess, proof }
  })
  refuseUnlessRight(guess)
  return proof
}
