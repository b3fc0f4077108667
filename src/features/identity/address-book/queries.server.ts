import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
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
