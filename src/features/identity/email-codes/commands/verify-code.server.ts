import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from '../../contract.ts'
import { removeUnverifiedFactors } from '../../passwords/commands/reset-password.server.ts'
import { tellOwner } from '../../second-factors/commands/change-factors.server.ts'
import { deleteSessions } from '../../sessions/commands/revoke.server.ts'
import { guessCode, issueProof, refuseUnlessRight, voidCodes } from '../../sign-in/codes.server.ts'
import { askFactor, lockUser, type Next } from '../../sign-in/commands/challenges.server.ts'
import { spendCodeCall } from '../../sign-in/limits.server.ts'
import { registrationSubject, signInSubject } from './request-code.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type CodeInput = {
  email: string
  code: string
  /** The calling browser; undefined when it has asked for no code. */
  holder: string | undefined
  /** The id of a browser that is known for the account. */
  browserId?: string | undefined
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
  const { email, code, holder, browserId, origin } = input
  await spendCodeCall(ctx, { account: email, browserId })
  if (!holder) throw refuse('CodeMismatchException')
  const outcome = await transact(ctx, async tx => {
    const guess = await guessCode(tx, signInSubject(tx, email), code, { holder })
    if (guess !== 'right') return { guess }
    await voidCodes(tx, signInSubject(tx, email))
    const user = await userOfEmail(tx, email)
    if (user) return { guess, user }
    return { guess, registrationToken: await issueProof(tx, registrationSubject(tx, email), holder) }
  })
  refuseUnlessRight(outcome.guess)
  const { user, registrationToken } = outcome
  if (!user) return { registrationToken: registrationToken! }
  if (!user.enabled || user.role !== 'user' || user.demands) throw refuse('EmailSignInRefused')
  if (user.mailbox_unproven) await claimAccount(ctx, user.id)
  return askFactor(ctx, { userId: user.id, beganAt: ctx.now(), origin, byEmail: true })
}

const userOfEmail = (ctx: Pick<Context, 'db'>, email: string) =>
  ctx.db
    .selectFrom('users')
    .leftJoin('credential', join =>
      join.onRef('credential.user_id', '=', 'users.id').on('credential.provider_id', '=', 'credential'),
    )
    .select(['users.id', 'users.enabled', 'users.role', 'users.mailbox_unproven', 'credential.demands'])
    .where('users.email', '=', email)
    .executeTakeFirst()

const CLAIMED =
  'You confirmed this address by a code. The password and the sign-in methods that were set before were removed, because they were set without access to your mail. You can set a new password in your profile.'

/**
 * Gives an account to the reader of its mail when password and mailbox were not proven by one user
 * (docs/decisions/0047-registration-takeover.md): the password, factors and sessions of before are void.
 */
const claimAccount = (ctx: Context, userId: string) =>
  transact(ctx, async tx => {
    await lockUser(tx, userId)
    await removeUnverifiedFactors(tx, userId)
    const emptied = await tx.db
      .updateTable('credential')
      .set({ password: null, updated_at: tx.now() })
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .executeTakeFirst()
    requireOneRow(emptied, `password of ${userId}`)
    await deleteSessions(tx, userId)
    await tx.db.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()
    await tx.db.deleteFrom('confirmed_registration').where('user_id', '=', userId).execute()
    await tellOwner(tx, userId, CLAIMED)
  })
