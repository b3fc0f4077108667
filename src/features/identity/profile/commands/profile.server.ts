import { type ConsentSource, recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { requireAddress } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { saveShippingAddress } from '../../shipping/commands/shipping-address.server.ts'
import { IDENTITY_ERRORS, type ProfileBody, tooYoung } from '../../user/contract.ts'
import type { AddressPorts } from '../../user/ports.ts'

const refuse = refusals(IDENTITY_ERRORS)

/**
 * Changes the given fields of a user's profile and leaves the rest.
 * @throws already_known for a birth date when one is on file, because that is the proof of age. invalid_input below the minimum age, or
 * for an address where the shop does not ship to; address_mismatch.
 */
export async function saveProfile(
  ctx: Context,
  { userId, change }: { userId: string; change: ProfileBody },
  orders: AddressPorts,
) {
  const { name, phone, birthDate, smsConsent, pushConsent, shippingAddress, addressConfirmed: isConfirmed } = change
  const young = birthDate && tooYoung(birthDate, ctx.settings.minimumAge, ctx.now())
  if (young) throw refuseAny('invalid_input', {}, { birthDate: [young] })
  if (shippingAddress) requireAddress(ctx, shippingAddress, { field: 'shippingAddress', isConfirmed })
  await transact(ctx, async tx => {
    if (shippingAddress) await orders.lock(tx, userId)
    if (phone !== undefined) await leavePhone(tx, userId, phone)
    const { numUpdatedRows } = await tx.db
      .updateTable('users')
      .set({ updated_at: tx.now(), name, phone })
      .where('id', '=', userId)
      // A concurrent deletion in another tab must not bring any data back.
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuseAny('NotAuthorizedException')
    if (birthDate) await setBirthDate(tx, userId, birthDate)
    if (shippingAddress) {
      await saveShippingAddress(tx, { userId, address: shippingAddress })
      await orders.give(tx, userId)
    }
    for (const [channel, given] of [
      ['sms', smsConsent],
      ['push', pushConsent],
    ] as const) {
      if (given !== undefined) await recordConsent(tx, { userId, channel, given, source: 'profile' })
    }
  })
}

/**
 * An SMS consent covers one phone. A new number withdraws the consent, because another person may hold that number; the same save may give
 * a new consent.
 */
export async function leavePhone(
  tx: TransactionContext,
  userId: string,
  phone: string,
  source: ConsentSource = 'profile',
) {
  const { phone: known } = await tx.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (known !== phone) await recordConsent(tx, { userId, channel: 'sms', given: false, source })
}

async function setBirthDate(ctx: DataContext, userId: string, birthDate: string) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ birth_date: birthDate })
    .where('id', '=', userId)
    .where(eb => eb.or([eb('birth_date', 'is', null), eb('birth_date', '=', birthDate)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse('already_known')
}
