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
