import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { spendOpenEmail } from '../../limits/limits.server.ts'
import { emailCodeEmail } from '../../user/emails.server.ts'
import { SEND_EMAIL_CODE } from '../../user/job-types.server.ts'
import { issueLinkedVerificationCode, subjectOfEmail } from '../../verification-codes/verification-codes.server.ts'

/** The subject of codes that sign in to an address or prove it. */
export const signInSubject = (ctx: DataContext, email: string) =>
  ({ purpose: 'email-sign-in', subjectId: subjectOfEmail(ctx, email) }) as const

/** The subject of proofs that let a browser create the account of an address. */
export const registrationSubject = (ctx: DataContext, email: string) =>
  ({ purpose: 'email-registration', subjectId: subjectOfEmail(ctx, email) }) as const

type Request = {
  email: string
  /** The browser that asks. The code works only there. */
  holder: string
  /** The id of a browser that is known for the account. */
  browserId?: string | undefined
}

/**
 * Requests a code by e-mail. No step depends on whether the address has an account, and a job does the work.
 * @throws LimitExceededException.
 */
export async function requestEmailCode(ctx: Context, { email, holder, browserId }: Request): Promise<void> {
  await spendOpenEmail(ctx, { account: email, browserId })
  await enqueue(ctx, SEND_EMAIL_CODE, { email, holder })
}

/** Creates a code and sends it. Each address gets one e-mail in the same words, with or without an account. */
export const sendEmailCode = (ctx: Context, email: string, holder: string): Promise<void> =>
  transact(ctx, async tx => {
    const { code } = await issueLinkedVerificationCode(tx, signInSubject(tx, email), holder)
    await sendEmail(tx, { to: email }, emailCodeEmail(tx, { code }))
  })
