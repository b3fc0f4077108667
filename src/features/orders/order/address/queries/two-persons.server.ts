import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { defaultsOf } from '#kernel/settings.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { referenceOf } from '../../contract.ts'

/** Whether an address that staff give to this parcel takes two persons (`order_takes_two_persons`). */
export async function parcelTakesTwo({ db, mode }: DataContext, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ takesTwo: boolean }>`
    select order_takes_two_persons(${orderId}::uuid, ${defaultsOf(mode).draw.twoPersonsFromCents}) as "takesTwo"`.execute(
    db,
  )
  return rows[0]!.takesTwo
}

/**
 * A person's paid, unsent parcels that take two persons. Who gets the account can send them elsewhere.
 * @param options.isWaiting those alone that wait for an address: an address on file would be theirs.
 */
export async function listParcelsForTwo(
  { db, mode }: DataContext,
  userId: string,
  { isWaiting = false } = {},
): Promise<{ label: string }[]> {
  const { rows } = await sql<{ prefix: string; number: number; cents: number }>`
    select o.prefix, o.number, o.subtotal_cents as cents from customer_order o
    where o.user_id = ${userId} and o.status = 'paid' and o.mode = 'payment' and o.standing in ('paid', 'packed')
      and (o.ship_to is null or not ${isWaiting}::boolean)
      and order_takes_two_persons(o.id, ${defaultsOf(mode).draw.twoPersonsFromCents}) order by o.number`.execute(db)
  return rows.map(({ cents, ...order }) => ({ label: `${referenceOf(order)}, ${formatMoney(cents)}` }))
}
