/** How a payment stands, as it is stored (README.md, "States of an order"). */
export const PAYMENT_STATUSES = ['pending', 'paid', 'expired', 'cancelled', 'failed', 'review'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Where the goods of a paid order are. Of a membership nothing is sent, and it stays unfulfilled. */
export const FULFILMENTS = ['unfulfilled', 'packed', 'shipped', 'delivered'] as const
export type Fulfilment = (typeof FULFILMENTS)[number]

/**
 * How an order stands, in one word: of one that was paid, where it is or how it ended, and of any other how its payment does.
 * The database works it out (`customer_order.standing`), so that every list can be filtered by it.
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

/** open: its payment is disputed at the bank, and the order is held. lost: the bank took the payment back. */
export const DISPUTE_HOLDS = ['open', 'lost'] as const
export type DisputeHold = (typeof DISPUTE_HOLDS)[number]
