import { randomUUID } from 'node:crypto'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import type { Challenge, ChallengeType, Method } from '../../factors/contract.ts'
import { listMethods, maskedPhone } from '../../factors/factors.server.ts'
import { requestOptions } from '../../factors/passkeys.server.ts'
import { spendTry } from '../../limits/limits.server.ts'
import { requireOwnSession } from '../../sessions/commands/revoke.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import { signInCodeEmail, signInCodeText } from '../../user/emails.server.ts'
import { SEND_RESET_CODE } from '../../user/job-types.server.ts'
import { CHALLENGE_SECONDS } from '../../user/rules.ts'
import { issueVerificationCode } from '../../verification-codes/verification-codes.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

/** A sign-in asks for the password again after this time, however often it changes its method. */
const SIGN_IN_MINUTES = 15

/** A sign-in in progress. `beganAt` is when the password or the code by e-mail was right; `origin` is the page's, for passkeys. */
export type SignInUnderWay = {
  userId: string
  /** The version of the user's access when the password, code or passkey was right. */
  accessVersion: number
  beganAt: Date
  origin: string
  /** It began with a code by e-mail in place of the password. */
  byEmail?: boolean
}
/** A user who may begin a session, unless everything that opens the account ended since. */
export type SignedInUser = { userId: string; accessVersion: number }
export type Next = SignedInUser | { challenge: Challenge }

/**
 * The next step after the password: a second factor if the user has one, then the password's own demand.
 * @throws LimitExceededException after ten codes in a day; EmailSignInRefused when a code by e-mail would be both factors.
 */
export async function askFactor(ctx: Context, signIn: SignInUnderWay): Promise<Next> {
  const methods = await factorsFor(ctx, signIn)
  if (methods.length === 0) return askDemand(ctx, signIn)
  const type = methods.length === 1 ? methods[0]! : 'SELECT_MFA_TYPE'
  return { challenge: await openChallenge(ctx, signIn, type, methods) }
}

/**
 * The second factors that a sign-in may use. After a code by e-mail a second code by e-mail proves nothing more.
 * @throws EmailSignInRefused when no other factor is left.
 */
export async function factorsFor(ctx: DataContext, { userId, byEmail }: SignInUnderWay): Promise<Method[]> {
  const methods = await listMethods(ctx, userId)
  if (!byEmail) return methods
  const others = methods.filter(method => method !== 'EMAIL_OTP')
  if (methods.length > 0 && others.length === 0) throw refuse('EmailSignInRefused')
  return others
}

/** The next step after the factors: a new password if staff or safety demand one; else none. */
export async function askDemand(ctx: Context, signIn: SignInUnderWay): Promise<Next> {
  const credential = await ctx.db
    .selectFrom('credential')
    .innerJoin('users', 'users.id', 'credential.user_id')
    .select(['credential.demands', 'users.email'])
    .where('credential.user_id', '=', signIn.userId)
    .where('credential.provider_id', '=', 'credential')
    .executeTakeFirst()
  if (credential?.demands === 'new-password')
    return { challenge: await openChallenge(ctx, signIn, 'NEW_PASSWORD_REQUIRED') }
  if (credential?.demands !== 'reset') return { userId: signIn.userId, accessVersion: signIn.accessVersion }
  await spendTry(ctx, 'code account', signIn.userId)
  await enqueue(ctx, SEND_RESET_CODE, { email: credential.email })
  return { challenge: await openChallenge(ctx, signIn, 'RESET_PASSWORD') }
}

/**
 * Opens a step of a sign-in and sends its code if its type has one.
 * @param methods the user's choices; missing without a choice.
 */
export async function openChallenge(
  ctx: Context,
  signIn: SignInUnderWay,
  type: ChallengeType,
  methods?: Method[],
): Promise<Challenge> {
  const options = type === 'WEB_AUTHN' ? await requestOptions(ctx, signIn.userId, signIn.origin) : undefined
  if (type === 'SMS_MFA' || type === 'EMAIL_OTP') await spendTry(ctx, 'code account', signIn.userId)
  return transact(ctx, async tx => {
    const { id, expiresAt } = await insertChallenge(tx, { ...signIn, type, nonce: options?.challenge ?? null })
    const sentTo = type === 'SMS_MFA' || type === 'EMAIL_OTP' ? await sendCode(tx, id, signIn.userId, type) : undefined
    return { id, type, expiresAt, ...(methods && { methods }), ...(sentTo && { sentTo }), ...(options && { options }) }
  })
}

/** Opens a sign-in that begins with a passkey; its user is not known yet. */
export async function openPasskeySignIn(ctx: Context, origin: string): Promise<Challenge> {
  await spendTry(ctx, 'confirm network', '')
  const options = await requestOptions(ctx, undefined, origin)
  const step = { userId: null, beganAt: ctx.now(), type: 'WEB_AUTHN', nonce: options.challenge } as const
  return { ...(await insertChallenge(ctx, step)), type: 'WEB_AUTHN', options }
}

/** Opens the challenge of an unconfirmed registration. */
export async function openConfirmation(tx: TransactionContext, registrationId: string): Promise<Challenge> {
  const step = { userId: null, registrationId, beganAt: tx.now(), type: 'CONFIRM_SIGN_UP', nonce: null } as const
  return { ...(await insertChallenge(tx, step)), type: 'CONFIRM_SIGN_UP' }
}

type Step = {
  userId: string | null
  accessVersion?: number
  registrationId?: string
  beganAt: Date
  byEmail?: boolean
  type: ChallengeType
  nonce: string | null
}

async function insertChallenge(ctx: DataContext, step: Step) {
  const { userId, accessVersion, registrationId, beganAt, byEmail, type, nonce } = step
  // Knowing the id is enough to continue the sign-in. So the id is fully random, unlike the shop's other ids, which contain the time.
  const id = randomUUID()
  const ends = beganAt.getTime() + SIGN_IN_MINUTES * 60_000
  const expires = new Date(Math.min(ctx.now().getTime() + CHALLENGE_SECONDS * 1000, ends))
  if (expires <= ctx.now()) throw refuse('ChallengeExpired')
  await ctx.db
    .insertInto('sign_in_challenge')
    .values({
      id,
      type,
      nonce,
      user_id: userId,
      access_version: accessVersion ?? null,
      registration_id: registrationId ?? null,
      began_at: beganAt,
      by_email: byEmail ?? false,
      expires_at: expires,
    })
    .execute()
  return { id, expiresAt: expires.toISOString() }
}

/** @returns the masked address or number that gets the code. */
async function sendCode(tx: TransactionContext, challengeId: string, userId: string, type: 'SMS_MFA' | 'EMAIL_OTP') {
  const user = await tx.db
    .selectFrom('users')
    .leftJoin('second_factor as factor', join =>
      join.onRef('factor.user_id', '=', 'users.id').on('factor.type', '=', 'sms'),
    )
    .select(['users.email', 'users.name', 'factor.phone'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const code = await issueVerificationCode(tx, { purpose: 'sign-in', subjectId: challengeId })
  if (type === 'EMAIL_OTP') {
    await sendEmail(tx, { to: user.email, userId }, signInCodeEmail(tx, { name: user.name, code }))
    return maskedMailbox(user.email)
  }
  await sendMessage(tx, { channel: 'sms', to: user.phone!, userId, ...signInCodeText(tx, code) })
  return maskedPhone(user.phone!)
}

export type OpenChallenge = NonNullable<Awaited<ReturnType<typeof findChallenge>>>

/** A challenge that is still open. One of a sign-in that began before everything that opens the account ended is not. */
export const findChallenge = (ctx: DataContext, id: string) =>
  ctx.db
    .selectFrom('sign_in_challenge as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.type', 'c.user_id', 'c.registration_id', 'c.began_at', 'c.by_email', 'c.nonce', 'c.tries_left'])
    .select('u.access_version as accessVersion')
    .where('c.id', '=', id)
    .where('c.expires_at', '>', ctx.now())
    .where('c.answered_at', 'is', null)
    // Challenges of the release before have no version, and those of a passkey sign-in no user.
    .where(eb => eb.or([eb('c.access_version', 'is', null), eb('c.access_version', '=', eb.ref('u.access_version'))]))
    .executeTakeFirst()

/** Uses up a challenge. @throws ChallengeExpired for all callers but one. */
export async function takeChallenge(ctx: DataContext, { id }: { id: string }): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('sign_in_challenge')
    .set({ answered_at: ctx.now() })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw refuse('ChallengeExpired')
}

/** Locks a user's row, as every change to a sign-in does first. */
export const lockUser = (tx: TransactionContext, userId: string) =>
  tx.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'access_version as accessVersion'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Locks the caller's own row. @throws NotAuthorizedException when the session of the caller's token has ended. */
export async function lockOwnUser(tx: TransactionContext, userId: string) {
  const user = await lockUser(tx, userId)
  await requireOwnSession(tx)
  return user
}

type LockedChallenge = OpenChallenge & { accessVersion: number }

/** Locks the user and reads the challenge again, so that answers run one after another. @throws ChallengeExpired. */
export async function lockChallenge(tx: TransactionContext, id: string, userId: string): Promise<LockedChallenge> {
  const { accessVersion } = await lockUser(tx, userId)
  const row = await findChallenge(tx, id)
  if (!row) throw refuse('ChallengeExpired')
  return { ...row, accessVersion }
}
