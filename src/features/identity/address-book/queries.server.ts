import { type RawBuilder, sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { checkAddress, isDoubtful } from '#kernel/shipping/us-address/address-check.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import type { Buyer } from '../user/answers.ts'
import { findBuyer } from '../user/queries.server.ts'
import { ADDRESS_BOOK_ERRORS, type BookAddress } from './contract.ts'

const refuse = refusals(ADDRESS_BOOK_ERRORS)

const FIELDS = sql`line1, line2, city, state, postal_code as "postalCode", country`

/** A user's addresses: the default first, then the newest. */
export async function listAddresses(ctx: DataContext, userId: string): Promise<BookAddress[]> {
  const { rows } = await sql<BookAddress>`
    select id, "isDefault", ${FIELDS} from (
      select address_id as id, true as "isDefault", now() as saved_at, line1, line2, city, state, postal_code, country
      from shipping_address where user_id = ${userId}
      union all
      select id, false, saved_at, line1, line2, city, state, postal_code, country from saved_address where user_id = ${userId}
    ) book order by "isDefault" desc, saved_at desc, id desc`.execute(ctx.db)
  return rows
}

/** The condition that an address on file of a user is listed for staff. @param userId a column. */
export const hasDoubtfulAddress = (userId: string): RawBuilder<boolean> => sql`${sql.ref(userId)} in (
  select user_id from shipping_address where is_doubtful union select user_id from saved_address where is_doubtful)`

/** The doubtful addresses of a user that no member of staff confirmed, the default first; also those that the job has not looked at. */
export async function listDoubtfulAddresses(ctx: DataContext, userId: string): Promise<BookAddress[]> {
  const doubtful = (await listAddresses(ctx, userId)).filter(address => isDoubtful(checkAddress(address)))
  if (doubtful.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select address_id as id from shipping_address where user_id = ${userId} and is_doubtful = false
    union all select id from saved_address where user_id = ${userId} and is_doubtful = false`.execute(ctx.db)
  const confirmed = new Set(rows.map(({ id }) => id))
  return doubtful.filter(({ id }) => !confirmed.has(id))
}

/**
 * A user as a buyer.
 * @param addressId an address of their book, in place of the default.
 * @throws address_not_found; NotAuthorizedException without an account.
 */
export async function readBuyer(ctx: DataContext, userId: string, addressId: string | undefined): Promise<Buyer> {
  const buyer = await findBuyer(ctx, userId)
  if (!buyer) throw refuseAny('NotAuthorizedException')
  if (!addressId) return buyer
  const chosen = (await listAddresses(ctx, userId)).find(({ id }) => id === addressId)
  if (!chosen) throw refuse('address_not_found')
  const { id: _, isDefault: __, ...shippingAddress } = chosen
  return { ...buyer, shippingAddress }
}
