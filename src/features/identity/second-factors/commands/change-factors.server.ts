import type { DeleteResult } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import { newId } from '#platform/values/ids.server.ts'
import { qrPathOf } from '#platform/values/qr-path.ts'
import { lockOwnUser } from '../../challenges/commands/challenges.server.ts'
import type { Attestation } from '../../factors/contract.ts'
import {
  type CodeFactor,
  FACTOR_NAMES,
  type FactorType,
  issueRecoveryCodes,
  listMethods,
  maskedPhone,
  readRecoveryCodesLeft,
} from '../../factors/factors.server.ts'
import { checkAttestation, creationOptions, listPasskeys } from '../../factors/passkeys.server.ts'
import { newSecret, seal, stepOf, unseal, uriOf } from '../../factors/totp.server.ts'
import { forgiveTries, spendTry, takeTurn } from '../../limits/limits.server.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import { enrolCodeEmail, enrolCodeText, securityEmail } from '../../user/emails.server.ts'
import { VERIFICATION_CODE_MINUTES } from '../../user/rules.ts'
import {
  guessVerificationCode,
  issueVerificationCode,
  refuseUnlessRight,
} from '../../verification-codes/verification-codes.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type Waiting = { secret?: string; phone?: string; nonce?: string }

/** Stores an enrolment that waits for its first proof and replaces an earlier one. @returns its id and expiry. */
async function openEnrolment(ctx: DataContext, userId: string, type: FactorType, waiting: Waiting) {
  const id = newId()
  const expires = new Date(ctx.now().getTime() + VERIFICATION_CODE_MINUTES * 60_000)
  const row = { id, secret: null, phone: null, nonce: null, ...waiting, tries_left: 3, expires_at: expires }
  await ctx.db
    .insertInto('factor_enrolment')
    .values({ user_id: userId, type, ...row })
    .onConflict(conflict => conflict.columns(['user_id', 'type']).doUpdateSet(row))
    .execute()
  return { id, expiresAt: expires.toISOString() }
}

/** The open enrolment. @throws ExpiredCodeException when there is none. */
async function enrolmentOf(ctx: DataContext, userId: string, type: FactorType) {
  const row = await ctx.db
    .selectFrom('factor_enrolment')
    .select(['id', 'nonce', 'phone', 'secret', 'tries_left'])
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('expires_at', '>', ctx.now())
    .where('tries_left', '>', 0)
    .executeTakeFirst()
  if (!row) throw refuse('ExpiredCodeException')
  return row
}

/** Begins the setup of an authenticator app. @returns its secret, also as a URI and as a QR code. */
export async function beginTotp(ctx: Context, { userId, email }: { userId: string; email: string }) {
  const secret = newSecret()
  const { expiresAt } = await openEnrolment(ctx, userId, 'totp', { secret: seal(ctx, secret, userId) })
  const uri = uriOf(ctx.settings.brand.name, secret, email)
  return { secret, uri, qr: qrPathOf(uri), expiresAt }
}

/**
 * Sends the code that enables codes by SMS.
 * @param input.phone in +1 form; defaults to the profile's phone.
 * @throws InvalidParameterException without any number; LimitExceededException after ten codes in a day.
 */
export async function beginSms(ctx: Context, { userId, phone: given }: { userId: string; phone?: string | undefined }) {
  const { phone: known } = await userRow(ctx, userId)
  const phone = given ?? known
  if (!phone) throw refuse('InvalidParameterException', {}, { phone: ['Phone number is required'] })
  await spendTry(ctx, 'code account', userId)
  // Stops many accounts from sending SMS to one stranger's phone all day.
  await takeTurn(ctx, 'phone', phone)
  const expiresAt = await transact(ctx, async tx => {
    const enrolment = await openEnrolment(tx, userId, 'sms', { phone })
    const code = await issueVerificationCode(tx, { purpose: 'enrol', subjectId: enrolment.id })
    await sendMessage(tx, { channel: 'sms', to: phone, userId, ...enrolCodeText(tx, code) })
    return enrolment.expiresAt
  })
  return { sentTo: maskedPhone(phone), expiresAt }
}

/**
 * Sends the code that enables codes by e-mail.
 * @throws LimitExceededException after ten codes in a day; MailboxUnproven, because the first proof would remove the factor.
 */
export async function beginEmail(ctx: Context, { userId }: { userId: string }) {
  const { email, name, mailbox_unproven: isUnproven } = await userRow(ctx, userId)
  if (isUnproven) throw refuse('MailboxUnproven')
  await spendTry(ctx, 'code account', userId)
  const expiresAt = await transact(ctx, async tx => {
    const enrolment = await openEnrolment(tx, userId, 'email', {})
    const code = await issueVerificationCode(tx, { purpose: 'enrol', subjectId: enrolment.id })
    await sendEmail(tx, { to: email, userId }, enrolCodeEmail(tx, { name, code }))
    return enrolment.expiresAt
  })
  return { sentTo: maskedMailbox(email), expiresAt }
}

type Confirmation = { userId: string; type: CodeFactor; code: string }

/**
 * Enables a factor by its first code and replaces a factor of this type.
 * @returns recovery codes when the user has none yet; they are shown once.
 * @throws CodeMismatchException, ExpiredCodeException (also after three wrong tries), LimitExceededException.
 */
export async function confirmFactor(ctx: Context, { userId, type, code }: Confirmation): Promise<string[] | undefined> {
  await spendTry(ctx, 'factor account', userId)
  const outcome = await transact(ctx, async tx => {
    await lockOwnUser(tx, userId)
    const enrolment = await enrolmentOf(tx, userId, type)
    const step = type === 'totp' ? stepOf(unseal(tx, enrolment.secret!, userId), code, tx.now()) : null
    const guess =
      type === 'totp'
        ? step === null
          ? 'wrong'
          : 'right'
        : await guessVerificationCode(tx, { purpose: 'enrol', subjectId: enrolment.id }, code)
    if (guess !== 'right') {
      const tries_left = enrolment.tries_left - 1
      await tx.db.updateTable('factor_enrolment').set({ tries_left }).where('id', '=', enrolment.id).execute()
      return { guess }
    }
    const { secret, phone } = enrolment
    const row = { secret, phone, last_step: step, created_at: tx.now(), last_used_at: null }
    await tx.db
      .insertInto('second_factor')
      .values({ user_id: userId, type, ...row })
      .onConflict(conflict => conflict.columns(['user_id', 'type']).doUpdateSet(row))
      .execute()
    await tx.db.deleteFrom('factor_enrolment').where('id', '=', enrolment.id).execute()
    return { guess, recoveryCodes: await welcomeFactor(tx, userId, type) }
  })
  refuseUnlessRight(outcome.guess)
  await forgiveTries(ctx, 'factor account', userId)
  return outcome.recoveryCodes
}

/** Notifies the owner of a new factor and issues recovery codes if none are left. */
async function welcomeFactor(tx: TransactionContext, userId: string, type: FactorType): Promise<string[] | undefined> {
  await tellOwner(tx, userId, `A sign-in method was added: ${FACTOR_NAMES[type]}.`)
  // Otherwise the browser that registered could sign in without the new factor.
  await tx.db.deleteFrom('confirmed_registration').where('user_id', '=', userId).execute()
  return (await readRecoveryCodesLeft(tx, userId)) === 0 ? issueRecoveryCodes(tx, userId) : undefined
}

/** The notice of a first proof that ended sign-in methods. */
export const ENDED_BY_VERIFICATION_CODE =
  'You confirmed this address by a code. The password and the sign-in methods that were set before were removed, because they were set without access to your mail. You can set a new password in your profile.'

/** Notifies the owner of an account by e-mail of a change. Runs in the caller's transaction. */
export async function tellOwner(tx: TransactionContext, userId: string, change: string): Promise<void> {
  const { email, name } = await userRow(tx, userId)
  await sendEmail(tx, { to: email, userId }, securityEmail(tx, { name, change }))
}

const userRow = (ctx: DataContext, userId: string) =>
  ctx.db
    .selectFrom('users')
    .select(['email', 'name', 'phone', 'mailbox_unproven'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** More than the devices of any user; bounds the rows of one account. */
const PASSKEYS_MAX = 20

/** `origin` is the page's. */
type Asking = { userId: string; email: string; name: string; origin: string }

/**
 * Begins the setup of a passkey. @returns the request for the browser's authenticator. @throws LimitExceededException at twenty passkeys.
 */
export async function beginPasskey(ctx: Context, { userId, email, name, origin }: Asking) {
  if ((await listPasskeys(ctx, userId)).length >= PASSKEYS_MAX) throw refuse('LimitExceededException')
  const options = await creationOptions(ctx, { id: userId, email, name }, origin)
  await openEnrolment(ctx, userId, 'passkey', { nonce: options.challenge })
  return options
}

type Made = { userId: string; credential: Attestation; name: string; origin: string }

/**
 * Stores a passkey that the browser has created.
 * @returns recovery codes when the user has none yet; they are shown once.
 * @throws PasskeyRefused; ExpiredCodeException after more than 10 minutes.
 */
export async function addPasskey(
  ctx: Context,
  { userId, credential, name, origin }: Made,
): Promise<string[] | undefined> {
  const { nonce } = await enrolmentOf(ctx, userId, 'passkey')
  const made = await checkAttestation(ctx, credential, { nonce: nonce!, origin })
  if (!made) throw refuse('PasskeyRefused')
  return transact(ctx, async tx => {
    await lockOwnUser(tx, userId)
    const { numDeletedRows } = await tx.db
      .deleteFrom('factor_enrolment')
      .where('user_id', '=', userId)
      .where('nonce', '=', nonce)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw refuse('ExpiredCodeException')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('passkey')
      .values({
        id: newId(),
        user_id: userId,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        transports: credential.response.transports ?? [],
        name,
        created_at: tx.now(),
      })
      .onConflict(conflict => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw refuse('PasskeyRefused')
    return welcomeFactor(tx, userId, 'passkey')
  })
}

/** E-mails the owner after a removal, and deletes recovery codes when no factor is left. @throws not_found when nothing was removed. */
async function endRemoval(tx: TransactionContext, userId: string, what: string, { numDeletedRows }: DeleteResult) {
  if (numDeletedRows === 0n) throw refuseAny('not_found')
  if ((await listMethods(tx, userId)).length === 0)
    await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tellOwner(tx, userId, `A sign-in method was removed: ${what}.`)
}

/** Disables a factor. @throws not_found when it is not enabled. */
export const removeFactor = (ctx: Context, { userId, type }: { userId: string; type: CodeFactor }) =>
  transact(ctx, async tx => {
    await lockOwnUser(tx, userId)
    const removed = await tx.db
      .deleteFrom('second_factor')
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .executeTakeFirst()
    await endRemoval(tx, userId, FACTOR_NAMES[type], removed)
  })

/** Removes one passkey, or all of them without an id. @throws not_found when there is none. */
export const removePasskey = (ctx: Context, { userId, id }: { userId: string; id?: string }) =>
  transact(ctx, async tx => {
    await lockOwnUser(tx, userId)
    const removed = await tx.db
      .deleteFrom('passkey')
      .where('user_id', '=', userId)
      .$if(id !== undefined, query => query.where('id', '=', id!))
      .executeTakeFirst()
    await endRemoval(tx, userId, FACTOR_NAMES.passkey, removed)
  })

/** Replaces the recovery codes. @throws not_found without a factor. */
export const renewRecoveryCodes = (ctx: Context, userId: string): Promise<string[]> =>
  transact(ctx, async tx => {
    await lockOwnUser(tx, userId)
    if ((await listMethods(tx, userId)).length === 0) throw refuseAny('not_found')
    await tellOwner(tx, userId, 'New recovery codes were made; the old ones are void.')
    return issueRecoveryCodes(tx, userId)
  })
