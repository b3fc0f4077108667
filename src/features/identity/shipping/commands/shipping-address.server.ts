import type { TransactionContext } from '#kernel/context.ts'
import { notServed, requireServed } from '#kernel/shipping/served-countries.server.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import type { ShippingAddress } from '../../user/contract.ts'
import { RESIDENCE_CHANGED } from '../../user/job-types.server.ts'

type Saved = {
  userId: string
  address: ShippingAddress
  /** The address's name in the caller's body. */
  field?: string
}

/**
 * Stores a user's shipping address. Callers of a user who may have orders also call `AddressPorts`.
 * @throws invalid_input for a country that the shop does not ship to; PostgreSQL holds this rule (refuse_unserved_country.sql).
 */
export async function saveShippingAddress(
  tx: TransactionContext,
  { userId, address, field = 'shippingAddress' }: Saved,
): Promise<void> {
  const country = `${field}.country`
  requireServed(tx, address.country, country)
  const row = {
    line1: address.line1,
    line2: address.line2 || null,
    city: address.city,
    state: address.state,
    postal_code: address.postalCode,
    country: address.country,
    updated_at: tx.now(),
  }
  const before = await tx.db
    .selectFrom('shipping_address')
    .select(['state', 'country'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await tx.db
    .insertInto('shipping_address')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'country_served' ? notServed(tx, country) : error
    })
  const isMove = before && (before.state !== address.state || before.country !== address.country)
  if (isMove) await enqueue(tx, RESIDENCE_CHANGED, { userId })
}
