import type { TransactionContext } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import { correctAddress } from '../../address-book/commands.server.ts'
import { type ShippingAddress, tooYoung } from '../../user/contract.ts'
import type { AddressPorts } from '../../user/ports.ts'
import { leavePhone } from './profile.server.ts'

type Correction = {
  name?: string | undefined
  /** Normalised: `+` and digits. */
  phone?: string | undefined
  /** YYYY-MM-DD */
  birthDate?: string | undefined
  address?: ShippingAddress | undefined
  /** The address of the user's book that `address` corrects; the default without it. */
  addressId?: string | undefined
  /** Staff say that the address is right although its parts do not agree: it is no longer listed for them. */
  isConfirmed?: boolean | undefined
}

/**
 * Changes the given fields of a profile on behalf of staff, including a birth date on file. A new phone withdraws the SMS consent, which
 * covered the old one.
 * @param input.version the version that staff read; without it, stored values are overwritten.
 * @throws version_conflict, not_found for a deleted user, invalid_input (`birthday`) below the minimum age, or (`address.country`) for a
 * country that the shop does not ship to; address_not_found.
 */
export async function correctProfile(
  tx: TransactionContext,
  { userId, change, version }: { userId: string; change: Correction; version?: number | undefined },
  orders: AddressPorts,
): Promise<void> {
  const { name, phone, birthDate, address, addressId, isConfirmed } = change
  const young = birthDate && tooYoung(birthDate, tx.settings.minimumAge, tx.now())
  if (young) throw refuse('invalid_input', {}, { birthday: [young] })
  if (address) await orders.lock(tx, userId)
  const stored = await tx.db
    .selectFrom('users')
    .select(['version', 'updated_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!stored) throw refuse('not_found')
  if (version !== undefined && version !== stored.version)
    throw refuse('version_conflict', { version: stored.version, at: stored.updated_at.toISOString() })
  if (phone !== undefined) await leavePhone(tx, userId, phone, 'staff')
  await tx.db
    .updateTable('users')
    .set({ updated_at: tx.now(), name, phone, birth_date: birthDate })
    .where('id', '=', userId)
    .execute()
  if (address) {
    await correctAddress(tx, userId, { id: addressId, address, isConfirmed })
    await orders.give(tx, userId)
  }
}
