import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import type { ProvingBrowser } from '../../accounts/commands/prove-mailbox.server.ts'
import {
  askDemand,
  factorsFor,
  findChallenge,
  lockChallenge,
  type Next,
  type OpenChallenge,
  openChallenge,
  type SignInUnderWay,
  takeChallenge,
} from '../../challenges/commands/challenges.server.ts'
import type { Assertion, ChallengeBody } from '../../factors/contract.ts'
import { readRecoveryCodesLeft, spendRecoveryCode } from '../../factors/factors.server.ts'
import { checkAssertion, countPasskeySignIn } from '../../factors/passkeys.server.ts'
import { takeTotp } from '../../factors/totp.server.ts'
import { forgiveTries, spendTry } from '../../limits/limits.server.ts'
import { answerWithNewPassword } from '../../passwords/commands/choose-password.server.ts'
import { confirmChallenge } from '../../registration/commands/confirm.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import { recoveryCodeSpent, securityEmail } from '../../user/emails.server.ts'
import {
  type Guess,
  guessVerificationCode,
  refuseUnlessRight,
} from '../../verification-codes/verification-codes.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type Answer = ChallengeBody & {
  /** The origin of the answering page, for passkeys. */
  origin: string
  browser: ProvingBrowser
}

/**
 * Answers a challenge of a sign-in. Each challenge is answered once, even under concurrent requests.
 * @returns the user, or the next challenge.
 * @throws ChallengeExpired, CodeMismatchException, ExpiredCodeException, LimitExceededException, InvalidPasswordException, PasskeyRefused;
 * InvalidParameterException for an answer of the wrong type.
 */
export async function answerChallenge(ctx: Context, answer: Answer): Promise<Next> {
  const challenge = await findChallenge(ctx, answer.id)
  // A confirmation counts its tries itself.
  if (challenge?.type !== 'CONFIRM_SIGN_UP') await spendTry(ctx, 'confirm network', '')
  if (!challenge) throw refuse('ChallengeExpired')
  const { code, method, credential, newPassword, origin, browser } = answer
  if (challenge.type === 'CONFIRM_SIGN_UP') {
    if (code) return confirmChallenge(ctx, challenge.registration_id!, code)
  } else if (challenge.type === 'NEW_PASSWORD_REQUIRED' || challenge.type === 'RESET_PASSWORD') {
    if (newPassword) return answerWithNewPassword(ctx, challenge, { newPassword, code, browser })
  } else if (credential && challenge.type === 'WEB_AUTHN') return answerWithPasskey(ctx, challenge, credential, origin)
  else if (method && challenge.user_id) {
    const { began_at: beganAt, by_email: byEmail } = challenge
    const signIn = { userId: challenge.user_id, accessVersion: challenge.accessVersion!, beganAt, byEmail, origin }
    const methods = await factorsFor(ctx, signIn)
    if (methods.includes(method)) {
      // Opens the next challenge first, because a limit may refuse it. Then the current step stays open for another method.
      const next = await openChallenge(ctx, signIn, method, methods)
      await takeChallenge(ctx, challenge)
      return { challenge: next }
    }
  } else if (code && challenge.user_id && challenge.type !== 'SELECT_MFA_TYPE')
    return answerWithCode(ctx, { ...challenge, user_id: challenge.user_id }, code, origin)
  throw refuse('InvalidParameterException')
}

type OfUser = OpenChallenge & { user_id: string }

async function answerWithCode(ctx: Context, challenge: OfUser, code: string, origin: string): Promise<Next> {
  const userId = challenge.user_id
  await spendTry(ctx, 'factor account', userId)
  const { guess, accessVersion } = await transact(ctx, async tx => {
    const locked = await lockChallenge(tx, challenge.id, userId)
    const found = await guessFactor(tx, { ...locked, user_id: userId }, code)
    if (found === 'right') await takeChallenge(tx, challenge)
    return { guess: found, accessVersion: locked.accessVersion }
  })
  if (guess === 'spent') throw refuse('LimitExceededException')
  refuseUnlessRight(guess)
  await forgiveTries(ctx, 'factor account', userId)
  return askDemand(ctx, { userId, accessVersion, beganAt: challenge.began_at, origin })
}

async function guessFactor(ctx: DataContext, challenge: OfUser, code: string): Promise<Guess | 'spent'> {
  const { id, type, user_id: userId } = challenge
  const isRecovery = !/^\d{6}$/.test(code)
  if (!isRecovery && (type === 'SMS_MFA' || type === 'EMAIL_OTP')) {
    const guess = await guessVerificationCode(ctx, { purpose: 'sign-in', subjectId: id }, code)
    if (guess === 'right') await markUsed(ctx, userId, type === 'SMS_MFA' ? 'sms' : 'email')
    return guess
  }
  if (challenge.tries_left === 0) return 'spent'
  const isRight = isRecovery
    ? await takeRecoveryCode(ctx, userId, code)
    : type === 'SOFTWARE_TOKEN_MFA' && (await takeTotp(ctx, userId, code))
  if (isRight) return 'right'
  const tries_left = challenge.tries_left - 1
  await ctx.db.updateTable('sign_in_challenge').set({ tries_left }).where('id', '=', id).execute()
  return 'wrong'
}

const markUsed = (ctx: DataContext, userId: string, type: 'sms' | 'email') =>
  ctx.db
    .updateTable('second_factor')
    .set({ last_used_at: ctx.now() })
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .execute()

async function takeRecoveryCode(ctx: DataContext, userId: string, code: string): Promise<boolean> {
  if (!(await spendRecoveryCode(ctx, userId, code))) return false
  const { email, name } = await ctx.db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const change = recoveryCodeSpent(await readRecoveryCodesLeft(ctx, userId))
  await sendEmail(ctx, { to: email, userId }, securityEmail(ctx, { name, change }))
  return true
}

async function answerWithPasskey(ctx: Context, challenge: OpenChallenge, answer: Assertion, origin: string) {
  const passkey = await checkAssertion(ctx, answer, { nonce: challenge.nonce!, origin })
  if (!passkey || (challenge.user_id && challenge.user_id !== passkey.userId)) throw refuse('PasskeyRefused')
  const { accessVersion } = await transact(ctx, async tx => {
    const locked = await lockChallenge(tx, challenge.id, passkey.userId)
    await takeChallenge(tx, challenge)
    if (!(await countPasskeySignIn(tx, passkey))) throw refuse('PasskeyRefused')
    return locked
  })
  const signIn: SignInUnderWay = { userId: passkey.userId, accessVersion, beganAt: challenge.began_at, origin }
  return askDemand(ctx, signIn)
}
