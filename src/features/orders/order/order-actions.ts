import { hasRight, type Right, type Role } from '#kernel/rights.ts'
import {
  type Fulfilment,
  type OrderGuard,
  type OrderMove,
  type OrderStanding,
  type PaymentStatus,
  startsOf,
  transitionOf,
} from './standing.ts'

/** Actions of staff, in the order of an order's life. */
export const ORDER_ACTIONS = [
  'pack',
  'unpack',
  'ship',
  'correct_tracking',
  'deliver',
  'address',
  'cancel',
  'keep',
  'refund',
  'review',
] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** The right of each action: that of its route, and of its button. */
export const RIGHT_OF = {
  pack: 'orders.fulfil',
  unpack: 'orders.fulfil',
  ship: 'orders.fulfil',
  correct_tracking: 'orders.fulfil',
  deliver: 'orders.fulfil',
  address: 'orders.fulfil',
  cancel: 'orders.refund',
  keep: 'orders.refund',
  refund: 'orders.refund',
  review: 'orders.refund',
} as const satisfies Record<OrderAction, Right>

/** Actions about money, credits and address, which staff take on no order of their own: `requireOthersOrder` refuses them. */
const OF_OTHERS: ReadonlySet<OrderAction> = new Set(['address', 'cancel', 'keep', 'refund', 'review'])

type Acted = {
  status: PaymentStatus
  standing: OrderStanding
  mode: 'payment' | 'subscription'
  fulfilment: Fulfilment
  refundedCents: number
  price: { total: number }
  lines: readonly { quantity: number; refunded: number }[]
  disputeBlock?: 'open' | 'lost' | null
  refundsBlocked?: boolean
  cancelAskedAt?: Date | string | null
  shipTo?: object | null
  paymentMethod?: string
  paymentIntentId?: string | null
}

const hasPieces = ({ lines }: Acted) => lines.some(line => line.refunded < line.quantity)

/** The guards of the table for an order that was read; `order-guards.server.ts` says them in SQL. */
export const IS_MET: Record<OrderGuard, (order: Acted) => boolean> = {
  never_paid: order => order.status !== 'paid',
  was_paid: order => order.status === 'paid',
  has_page: order => order.status === 'pending' || order.paymentMethod !== 'none',
  payment_kept: order => !order.paymentIntentId,
  of_goods: order => order.mode === 'payment',
  has_goods: order => order.mode === 'payment' && hasPieces(order),
  has_address: order => order.shipTo !== null,
  has_rest: order => order.refundedCents < order.price.total || hasPieces(order),
  not_disputed: order => !order.disputeBlock,
  refunds_open: order => !order.refundsBlocked,
  asked: order => !!order.cancelAskedAt,
  not_asked: order => !order.cancelAskedAt,
}

const allows = (move: OrderMove, order: Acted): boolean =>
  startsOf(move).includes(order.standing) && (transitionOf(move).guards ?? []).every(guard => IS_MET[guard](order))

/**
 * The move of a new address. A packed parcel has its label, so its buyer can only give the address that it lacks. Staff have the parcel
 * before them.
 */
export const addressMove = ({ shipTo }: Pick<Acted, 'shipTo'>, isStaff: boolean) =>
  isStaff || !shipTo ? 'address' : 'correct_own_address'

export const canChangeAddress = (order: Acted, isStaff: boolean): boolean =>
  allows(addressMove(order, isStaff), order) && IS_MET.not_disputed(order) && IS_MET.refunds_open(order)

/** True for a paid order that its buyer can cancel, at once or by a request. */
export const canCancelOwn = (order: Acted): boolean => allows('cancel_own', order)

/** True in the states in which a buyer may cancel a paid order, whatever else is in the way. */
export const startsOwnCancel = ({ standing }: Pick<Acted, 'standing'>): boolean =>
  startsOf('cancel_own').includes(standing)

/** True while a request to cancel waits for staff. */
export const isCancelAsked = (order: Acted): boolean => allows('keep', order)

/** The moves of each action: it is offered where one of them can be made. */
export const MOVES_OF = {
  pack: ['pack'],
  unpack: ['unpack'],
  ship: ['ship'],
  correct_tracking: ['correct_tracking'],
  deliver: ['deliver'],
  address: ['address'],
  cancel: ['cancel_unpaid', 'cancel_paid'],
  keep: ['keep'],
  refund: ['refund'],
  review: ['accept', 'decide_to_pay_back'],
} as const satisfies Record<OrderAction, readonly OrderMove[]>

const isPossible = (order: Acted, action: OrderAction): boolean =>
  action === 'address' ? canChangeAddress(order, true) : MOVES_OF[action].some(move => allows(move, order))

type Caller = {
  role: Role | null
  /** The order is the caller's own, by any account of their mailbox. */
  isOwn: boolean
}

/** The actions that the caller can take in the order's current state. */
export const actionsOf = (order: Acted, { role, isOwn }: Caller): OrderAction[] =>
  ORDER_ACTIONS.filter(
    action => hasRight(role, RIGHT_OF[action]) && !(isOwn && OF_OTHERS.has(action)) && isPossible(order, action),
  )

/** True for an order that can be packed; its row in the list has a checkbox. */
export const canPack = (order: Acted): boolean => isPossible(order, 'pack')

/** True for a failed refund that can be asked for again. */
export const canRetry = (order: Pick<Acted, 'refundsBlocked'>, status: string, { role, isOwn }: Caller): boolean =>
  status === 'failed' && !order.refundsBlocked && hasRight(role, RIGHT_OF.refund) && !isOwn
