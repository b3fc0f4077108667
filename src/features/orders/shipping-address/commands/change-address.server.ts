import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { requireServed } from '#kernel/shipping/served-countries.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { ORDER_ERRORS, type ShipTo } from '../../contract.ts'
import { FULFILMENT_ERRORS } from '../../fulfilment/contract.ts'
import { addressEmail, notifyBuyer } from '../../fulfilment/order-emails.server.ts'
import { addressChanges } from '../../fulfilment/rules.ts'
import { type KnownOrder, tellOfOrder } from '../../history/stored-order.server.ts'
import { lockOrder } from '../../refunds/queries/refunds.server.ts'
import type { OrderAddressBody, StaffOrderAddressBody } from '../contract.ts'
import { setAddress } from './set-address.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...FULFILMENT_ERRORS })

/**
 * Gives or corrects the address of the caller's own order.
 * @throws order_not_found; Unauthorized for another user's order; as `change`.
 */
export async function changeOwnAddress(ctx: Context, id: string, body: OrderAddressBody): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    const order = await lockOrder(tx, id)
    if (order.userId !== userId) throw refuseAny('Unauthorized')
    await change(tx, order, body, { isStaff: false })
  })
}

/** Gives or corrects the address of an order for its buyer. @throws order_not_found; as `change`. */
export async function changeAddressByStaff(
  ctx: Context,
  id: string,
  { reason, ...body }: StaffOrderAddressBody,
): Promise<void> {
  await transact(ctx, async tx => change(tx, await lockOrder(tx, id), body, { isStaff: true, reason }))
}

/**
 * An address that stays as it is changes nothing. The buyer is told of any other, because a stranger may have changed it.
 * @throws invalid_input for a country that the shop does not ship to; order_disputed; order_moved once it is packed or sent;
 * nothing_to_send.
 */
async function change(
  tx: TransactionContext,
  order: KnownOrder,
  body: OrderAddressBody,
  { isStaff, reason }: { isStaff: boolean; reason?: string },
): Promise<void> {
  requireServed(tx, body.country, 'country')
  if (order.disputeHold || order.refundsBlocked) throw refuse('order_disputed')
  const shipTo: ShipTo = { ...body, line2: body.line2 || null }
  if (order.shipTo && isSame(order.shipTo, shipTo)) return
  await setAddress(tx, order, { shipTo, from: addressChanges(order, isStaff), ...(reason && { reason }) })
  const { city, state } = shipTo
  await notifyBuyer(tx, order, addressEmail(tx, { order, city, state, at: tx.now().toISOString() }))
  tx.onCommit(ctx => tellOfOrder(ctx, order))
}

const isSame = (one: ShipTo, other: ShipTo): boolean =>
  (Object.keys(other) as (keyof ShipTo)[]).every(part => (one[part] || null) === (other[part] || null))
