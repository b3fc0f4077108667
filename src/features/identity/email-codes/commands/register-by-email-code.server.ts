import { acceptAtRegistration } from '#features/legal/commands.server.ts'
import type { Context } from '#kernel/context.ts'
import { requireAddress } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { createUser } from '../../accounts/commands/accounts.server.ts'
import type { SignedInUser } from '../../challenges/commands/challenges.server.ts'
import { spendEmailCodeCall } from '../../limits/limits.server.ts'
import { FIRST_ACCESS } from '../../sessions/commands/revoke.server.ts'
import { saveShippingAddress } from '../../shipping/commands/shipping-address.server.ts'
import { IDENTITY_ERRORS, tooYoung } from '../../user/contract.ts'
import { guessVerificationCode } from '../../verification-codes/verification-codes.server.ts'
import type { RegisterByEmailCodeBody } from '../contract.ts'
import { registrationSubject } from './request-email-code.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type Input = RegisterByEmailCodeBody & {
  /** The calling browser, to which the proof of the address is bound. */
  holder: string | undefined
  /** The id of a browser that is known for the account. */
  browserId?: string | undefined
}

/**
 * Creates an account without a password for an address that a code has confirmed in this browser, with its address and the acceptance of
 * the terms, in one transaction with the proof's use. Of several concurrent calls one creates it.
 * @throws invalid_input below the minimum age, or for an address where the shop does not ship to; address_mismatch; EmailProofExpired;
 * UsernameExistsException when the address got an account since; LimitExceededException.
 */
export async function registerByEmailCode(ctx: Context, input: Input): Promise<SignedInUser> {
  const { email, name, phone, birthDate, shippingAddress, registrationToken, holder, browserId } = input
  const young = tooYoung(birthDate, ctx.settings.minimumAge, ctx.now())
  if (young) throw refuseAny('invalid_input', {}, { birthDate: [young] })
  if (shippingAddress)
    requireAddress(ctx, shippingAddress, { field: 'shippingAddress', isConfirmed: input.addressConfirmed })
  await spendEmailCodeCall(ctx, { account: email, browserId })
  if (!holder) throw refuse('EmailProofExpired')
  const userId = await transact(ctx, async tx => {
    if ((await guessVerificationCode(tx, registrationSubject(tx, email), registrationToken, { holder })) !== 'right')
      return undefined
    // Registrations of other browsers are void: their users did not prove the address first.
    await tx.db.deleteFrom('registration').where('email', '=', email).execute()
    const id = await createUser(tx, { email, name, phone, birthDate, isMailboxProven: true })
    if (!id) throw refuse('UsernameExistsException')
    await acceptAtRegistration(tx, { userId: id, at: tx.now(), ip: tx.ip })
    if (shippingAddress) await saveShippingAddress(tx, { userId: id, address: shippingAddress })
    return id
  })
  if (!userId) throw refuse('EmailProofExpired')
  return { userId, accessVersion: FIRST_ACCESS }
}
