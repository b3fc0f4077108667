import { sql } from 'kysely'
import { findBuyer } from '#features/identity/user/queries.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { isServed } from '#kernel/shipping/served-countries.server.ts'
import type { ShipTo } from '../../contract.ts'
import { lockOrder } from '../../money/stored-refunds.server.ts'
import { readKnownOrder, type StoredOrder, tellOfOrder } from '../../stored-order.server.ts'
import { setAddress } from './set-address.server.ts'
import { tellAddress } from './tell-address.server.ts'

/**
 * A payment that reads the address on file, and a save of it, wait for each other, so that a paid order never misses a saved address. The
 * lock follows the order's and precedes the user's.
 */
const lockAddressOf = (tx: TransactionContext, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('address of ' || ${userId}, 0))`.execute(tx.db)

/** Paid goods without an address that were not sent, of a `customer_order`. */
const WAITS = sql`status = 'paid' and ship_to is null and mode = 'payment' and standing in ('paid', 'packed')
  and exists (select from order_line l where l.order_id = customer_order.id and l.refunded < l.quantity)`

async function waitingOf(tx: TransactionContext, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customer_order where user_id = ${userId} and ${WAITS} order by id for update`.execute(tx.db)
  return rows.map(({ id }) => id)
}

async function addressOnFile(tx: TransactionContext, userId: string): Promise<ShipTo | undefined> {
  const buyer = await findBuyer(tx, userId)
  const address = buyer?.shippingAddress
  return buyer && address && isServed(tx, address.country) ? { name: buyer.name, ...address } : undefined
}

/** What a save of an address does with the user's orders that wait for one. */
export const waitingOrders = {
  /** Locks these orders before the user's row. No further order begins to wait until the save commits. */
  async lock(tx: TransactionContext, userId: string): Promise<void> {
    await lockAddressOf(tx, userId)
    await waitingOf(tx, userId)
  },
  /** Gives these orders the user's address on file. */
  async give(tx: TransactionContext, userId: string): Promise<void> {
    await lockAddressOf(tx, userId)
    const shipTo = await addressOnFile(tx, userId)
    if (!shipTo) return
    for (const id of await waitingOf(tx, userId)) {
      const order = await readKnownOrder(tx, id)
      await setAddress(tx, order, { shipTo, move: 'address' })
      // The buyer knows of an address that they saved themselves.
      if (tx.actor?.role) await tellAddress(tx, order, shipTo)
      tx.onCommit(ctx => tellOfOrder(ctx, order))
    }
  },
}

/** At the payment of an order: gives it the address that was saved since its checkout. The caller has marked it paid. */
export async function giveAddressAtPayment(tx: TransactionContext, order: StoredOrder): Promise<void> {
  if (order.mode !== 'payment' || order.shipTo) return
  await lockAddressOf(tx, order.userId)
  const shipTo = await addressOnFile(tx, order.userId)
  if (shipTo) await setAddress(tx, await lockOrder(tx, order.id), { shipTo, move: 'address' })
}
