import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { type ProvingBrowser, proveMailbox } from '../../accounts/commands/prove-mailbox.server.ts'
import { askFactor, lockUser, type Next } from '../../challenges/commands/challenges.server.ts'
import { spendEmailCodeCall } from '../../limits/limits.server.ts'
import { ENDED_BY_VERIFICATION_CODE, tellOwner } from '../../second-factors/commands/change-factors.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import {
  guessVerificationCode,
  issueProof,
  refuseUnlessRight,
  voidVerificationCodes,
} from '../../verification-codes/verification-codes.server.ts'
import { registrationSubject, signInSubject } from './request-email-code.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type CodeInput = {
  email: string
  code: string
  /** The calling browser; undefined when it has asked for no code. */
  holder: string | undefined
  /** The id of a browser that is known for the account. */
  browserId?: string | undefined
  /** The browser's own registration, from its signed cookie. */
  registrationId?: string | undefined
  /** The origin of the page, for passkeys. */
  origin: string
}

/**
 * Uses up a code by e-mail. Of several concurrent right guesses one is accepted, and all other codes of the address are void then. A code
 * works only in the browser that asked for it, so no other browser can guess at it or use it.
 * @returns the user, the second factor before that, or the proof with which an address without an account registers.
 * @throws CodeMismatchException, ExpiredCodeException (also after three wrong tries), LimitExceededException; EmailSignInRefused for
 * accounts that a mailbox alone must not open.
 */
export async function verifyEmailCode(ctx: Context, input: CodeInput): Promise<Next | { registrationToken: string }> {
  const { email, code, holder, browserId, registrationId, origin } = input
  await spendEmailCodeCall(ctx, { account: email, browserId })
  if (!holder) throw refuse('CodeMismatchException')
  const outcome = await transact(ctx, async tx => {
    const guess = await guessVerificationCode(tx, signInSubject(tx, email), code, { holder })
    if (guess !== 'right') return { guess }
    await voidVerificationCodes(tx, signInSubject(tx, email))
    const user = await userOfEmail(tx, email)
    if (user) return { guess, user: await proven(tx, user, { registrationId }) }
    return { guess, registrationToken: await issueProof(tx, registrationSubject(tx, email), holder) }
  })
  refuseUnlessRight(outcome.guess)
  const { user, registrationToken } = outcome
  if (!user) return { registrationToken: registrationToken! }
  if (!isForShoppers(user) || user.demands) throw refuse('EmailSignInRefused')
  const { id: userId, accessVersion } = user
  return askFactor(ctx, { userId, accessVersion, beganAt: ctx.now(), origin, byEmail: true })
}

type UserOfEmail = NonNullable<Awaited<ReturnType<typeof userOfEmail>>>

/** Staff, and shoppers who are invited to the staff, need a password. */
const isForShoppers = (user: UserOfEmail) => user.enabled && user.role === 'user' && !user.offered_role

/** The user after the first proof, which the code is. The proof also meets a demand for another password. */
async function proven(tx: TransactionContext, user: UserOfEmail, browser: ProvingBrowser): Promise<UserOfEmail> {
  if (!user.mailbox_unproven || !isForShoppers(user)) return user
  await lockUser(tx, user.id)
  const proof = await proveMailbox(tx, user.id, browser)
  if (!proof) return (await userOfEmail(tx, user.email)) ?? user
  if (proof.ended.password || proof.ended.methods) await tellOwner(tx, user.id, ENDED_BY_VERIFICATION_CODE)
  const demands = proof.needsNewSession ? null : user.demands
  return { ...user, demands, accessVersion: proof.accessVersion }
}

const userOfEmail = (ctx: Pick<Context, 'db'>, email: string) =>
  ctx.db
    .selectFrom('users')
    .leftJoin('credential', join =>
      join.onRef('credential.user_id', '=', 'users.id').on('credential.provider_id', '=', 'credential'),
    )
    .select(['users.id', 'users.email', 'users.enabled', 'users.role', 'users.mailbox_unproven', 'credential.demands'])
    .select(['users.offered_role', 'users.access_version as accessVersion'])
    .where('users.email', '=', email)
    .executeTakeFirst()
