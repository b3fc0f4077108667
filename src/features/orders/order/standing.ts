import { hasRight, type Right, type Role } from '#kernel/rights.ts'

/** The stored status of a payment (README.md, "States of an order"). */
export const PAYMENT_STATUSES = ['pending', 'paid', 'expired', 'cancelled', 'failed', 'review'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Progress of a paid order's goods. A membership sends nothing and stays unfulfilled. */
export const FULFILMENTS = ['unfulfilled', 'packed', 'shipped', 'delivered'] as const
export type Fulfilment = (typeof FULFILMENTS)[number]

/**
 * The overall status of an order: fulfilment or outcome for a paid order, otherwise the payment status. The database computes it
 * (`customer_order.standing`), so that every list can filter by it.
 */
export const ORDER_STATUSES = [
  'pending',
  'paid',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'expired',
  'failed',
  'review',
] as const
export type OrderStanding = (typeof ORDER_STATUSES)[number]

/** open: the payment is disputed at the bank, and the order is held. lost: the bank took the payment back. */
export const DISPUTE_HOLDS = ['open', 'lost'] as const
export type DisputeHold = (typeof DISPUTE_HOLDS)[number]

/** Actions of staff, in the order of an order's life. */
export const ORDER_ACTIONS = [
  'pack',
  'unpack',
  'ship',
  'correct_tracking',
  'deliver',
  'address',
  'cancel',
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
  refund: 'orders.refund',
  review: 'orders.refund',
} as const satisfies Record<OrderAction, Right>

/** Actions about money, credits and address, which staff take on no order of their own: `requireOthersOrder` refuses them. */
const OF_OTHERS: ReadonlySet<OrderAction> = new Set(['address', 'cancel', 'refund', 'review'])

/** Tracking pages of the carriers; the tracking number is appended. */
const TRACKING_PAGES: Record<string, string> = {
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FEDEX: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
}

/** The carrier's tracking page; null for an unknown carrier or without a number. */
export function trackingUrlOf(carrier: string | null, trackingNumber: string | null): string | null {
  const page = carrier && TRACKING_PAGES[carrier.trim().toUpperCase()]
  return page && trackingNumber ? `${page}${encodeURIComponent(trackingNumber)}` : null
}

/** Normalizes a tracking number for storage and search: no spaces, upper case. Null for an empty one. */
export const trackingNumberOf = (written: string | undefined): string | null =>
  written?.replace(/[ -]/g, '').toUpperCase() || null

type Acted = {
  status: PaymentStatus
  standing: OrderStanding
  mode: 'payment' | 'subscription'
  fulfilment: Fulfilment
  refundedCents: number
  price: { total: number }
  lines: readonly { quantity: number; refunded: number }[]
  disputeHold?: 'open' | 'lost' | null
  refundsBlocked?: boolean
  shipTo?: object | null
}

/** True when paid, unrefunded goods remain. */
const hasGoods = ({ mode, lines }: Acted) => mode === 'payment' && lines.some(line => line.refunded < line.quantity)
/** Goods that may be sent, because their payment is not disputed. */
const isSendable = (order: Acted) => hasGoods(order) && !order.disputeHold

/**
 * Where the address of an order may change. A packed parcel has its label, so its buyer can only give the address that it lacks. Staff have
 * the parcel before them.
 */
export const addressChanges = ({ shipTo }: Pick<Acted, 'shipTo'>, isStaff: boolean): OrderStanding[] =>
  isStaff || !shipTo ? ['paid', 'packed'] : ['paid']

export const canChangeAddress = (order: Acted, isStaff: boolean): boolean =>
  addressChanges(order, isStaff).includes(order.standing) && isSendable(order) && !order.refundsBlocked

/** The required status of each step and its further conditions. The guarded write of the step repeats them in SQL. */
const CONDITIONS: Record<OrderAction, (order: Acted) => boolean> = {
  pack: order => order.standing === 'paid' && isSendable(order),
  unpack: order => order.standing === 'packed',
  ship: order => ['paid', 'packed'].includes(order.standing) && isSendable(order) && order.shipTo !== null,
  correct_tracking: order => ['shipped', 'delivered'].includes(order.standing),
  deliver: order => order.standing === 'shipped',
  address: order => canChangeAddress(order, true),
  cancel: order =>
    order.standing === 'pending' ||
    (['paid', 'packed'].includes(order.standing) && hasGoods(order) && !order.refundsBlocked),
  refund: order =>
    order.status === 'paid' &&
    !order.refundsBlocked &&
    (order.refundedCents < order.price.total || order.lines.some(line => line.refunded < line.quantity)),
  review: order => order.status === 'review' && !order.disputeHold,
}

type Caller = {
  role: Role | null
  /** The order is the caller's own, by any account of their mailbox. */
  isOwn: boolean
}

/** The actions that the caller can take in the order's current state. */
export const actionsOf = (order: Acted, { role, isOwn }: Caller): OrderAction[] =>
  ORDER_ACTIONS.filter(
    action => hasRight(role, RIGHT_OF[action]) && !(isOwn && OF_OTHERS.has(action)) && CONDITIONS[action](order),
  )

/** True for an order that can be packed; its row in the list has a checkbox. */
export const canPack = (order: Acted): boolean => CONDITIONS.pack(order)

/** True for a failed refund that can be asked for again. */
export const canRetry = (order: Pick<Acted, 'refundsBlocked'>, status: string, { role, isOwn }: Caller): boolean =>
  status === 'failed' && !order.refundsBlocked && hasRight(role, RIGHT_OF.refund) && !isOwn
