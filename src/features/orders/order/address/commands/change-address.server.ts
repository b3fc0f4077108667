import { z } from 'zod'
import { voidProposals } from '#features/proposals/commands/decide-proposal.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { addressInLine } from '#kernel/shipping/address-lines.ts'
import { zoneOf } from '#kernel/shipping/rates/shipping-zones.ts'
import { requireAddress } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { POSTAL_STATE_NAMES, postalStateOf } from '#kernel/shipping/us-states.ts'
import { transact } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { MOVE_ERRORS, ORDER_ERRORS, referenceOf, type ShipTo } from '../../contract.ts'
import { lockOrder } from '../../money/stored-refunds.server.ts'
import { addressMove, canChangeAddress } from '../../order-actions.ts'
import { requireOthersOrder } from '../../queries/others-order.server.ts'
import { shownState } from '../../standing.ts'
import { type KnownOrder, tellOfOrder } from '../../stored-order.server.ts'
import type { OrderAddressBody, StaffOrderAddressBody } from '../contract.ts'
import { parcelTakesTwo } from '../queries/two-persons.server.ts'
import { setAddress } from './set-address.server.ts'
import { tellAddress } from './tell-address.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MOVE_ERRORS })

/**
 * Gives or corrects the address of the caller's own order.
 * @throws order_not_found; other_zone; Unauthorized for another user's order; as `newAddress` and `change`.
 */
export async function changeOwnAddress(ctx: Context, id: string, body: OrderAddressBody): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    const order = await lockOrder(tx, id)
    if (order.userId !== userId) throw refuseAny('Unauthorized')
    const shipTo = newAddress(tx, order, body)
    if (!shipTo) return
    requireSameZone(tx, order, shipTo)
    await change(tx, order, shipTo, { isStaff: false })
  })
}

/** A parcel that goes elsewhere is a prize for who receives it: from the threshold on, two persons send it there. */
export const CHANGE_ORDER_ADDRESS = defineProposalKind({
  name: 'change_order_address',
  title: 'Send the parcel to another address',
  // Written as checked, so that it is read without the conversions of the form.
  input: z.strictObject({ address: z.custom<OrderAddressBody>() }),
  rights: ['orders.fulfil'],
  voidAfter: ['order_not_found', 'order_moved', 'nothing_to_send'],
  execute: (tx, { subject, input, reason }) => changeForBuyer(tx, subject.id, input.address, reason),
})

/**
 * Gives or corrects the address of an order for its buyer.
 * @returns the proposal, where the worth of the goods takes two persons; else null.
 * @throws order_not_found; own_order; already_proposed; as `change`.
 */
export const changeAddressByStaff = (
  ctx: Context,
  id: string,
  { reason, ...body }: StaffOrderAddressBody,
): Promise<Proposed | null> => transact(ctx, tx => changeForBuyer(tx, id, body, reason))

async function changeForBuyer(
  tx: TransactionContext,
  id: string,
  body: OrderAddressBody,
  reason: string,
): Promise<Proposed | null> {
  const order = await lockOrder(tx, id)
  await requireOthersOrder(tx, order)
  const shipTo = newAddress(tx, order, body)
  if (!shipTo) return null
  if (!tx.proposal && (await parcelTakesTwo(tx, order.id))) {
    if (!canChangeAddress(order, true)) throw refuse('order_moved', { status: shownState(order.standing) })
    return propose(tx, CHANGE_ORDER_ADDRESS, {
      subject: { type: 'order', id: order.id, label: referenceOf(order) },
      people: [order.userId],
      input: { address: body },
      facts: [
        { label: 'Goods', value: formatMoney(order.price.subtotal) },
        {
          label: 'Address',
          value: `${order.shipTo ? addressInLine(order.shipTo) : 'none'} → ${addressInLine(shipTo)}`,
          isPrivate: true,
        },
      ],
      reason,
    })
  }
  await change(tx, order, shipTo, { isStaff: true, reason })
  return null
}

/**
 * The address as it is stored; undefined when it is the order's already.
 * @throws invalid_input for a country that the shop does not ship to; address_mismatch; order_disputed.
 */
function newAddress(tx: TransactionContext, order: KnownOrder, body: OrderAddressBody): ShipTo | undefined {
  const { addressConfirmed: isConfirmed, ...address } = body
  requireAddress(tx, address, { isConfirmed })
  if (order.disputeBlock || order.refundsBlocked) throw refuse('order_disputed')
  const shipTo: ShipTo = { ...address, line2: address.line2 || null }
  return order.shipTo && isSame(order.shipTo, shipTo) ? undefined : shipTo
}

/**
 * The buyer is told of any new address, because a stranger may have given it. A proposal of another address has nothing left to decide.
 * @throws order_moved once it is packed or sent; nothing_to_send.
 */
async function change(
  tx: TransactionContext,
  order: KnownOrder,
  shipTo: ShipTo,
  { isStaff, reason }: { isStaff: boolean; reason?: string },
): Promise<void> {
  await setAddress(tx, order, { shipTo, move: addressMove(order, isStaff), ...(reason && { reason }) })
  await tellAddress(tx, order, shipTo)
  await voidProposals(tx, { type: 'order', id: order.id }, [CHANGE_ORDER_ADDRESS.name])
  tx.onCommit(ctx => tellOfOrder(ctx, order))
}

/**
 * Another zone has another price, or the shop sends nothing there: a buyer could pay for the next state and have the parcel sent to Alaska.
 * An order that waits for its address takes any, because it could not be sent. Staff decide by themselves.
 * @throws other_zone
 */
function requireSameZone(tx: TransactionContext, order: KnownOrder, shipTo: ShipTo): void {
  const { shipTo: paidFor } = order
  if (!paidFor || !canChangeAddress(order, false) || zoneOf(tx, paidFor).id === zoneOf(tx, shipTo).id) return
  throw refuse('other_zone', { from: placeOf(paidFor), to: placeOf(shipTo) })
}

const placeOf = ({ state, country }: ShipTo): string => {
  const known = postalStateOf(state)
  return country === 'US' && known ? POSTAL_STATE_NAMES[known] : `${state}, ${country}`
}

const isSame = (one: ShipTo, other: ShipTo): boolean =>
  (Object.keys(other) as (keyof ShipTo)[]).every(part => (one[part] || null) === (other[part] || null))
