import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { IDENTITY_ERRORS } from '../../contract.ts'
import { lockUser } from '../../sign-in/commands/take-challenge.server.ts'
import type { Attestation } from '../contract.ts'
import { checkAttestation, creationOptions, listPasskeys } from '../passkeys.server.ts'
import { enrolmentOf, openEnrolment, welcomeFactor } from './enrol-factor.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

/** More than the devices of any user; bounds the rows of one account. */
const PASSKEYS_MAX = 20

type Asking = { userId: string; email: string; name: string /** Of the page. */; origin: string }

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
  const made = await checkAttestation(credential, { nonce: nonce!, origin })
  if (!made) throw refuse('PasskeyRefused')
  return transact(ctx, async tx => {
    await lockUser(tx, userId)
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
