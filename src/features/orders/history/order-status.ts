import type { BadgeTone } from '#ui/data/badge.tsx'
import type { ShownOrder } from './web/orders-client.ts'

export type OrderStatus = ShownOrder['status']

/** Labels and tones of the order statuses, shown to shoppers and staff. */
export const STATUS_WORDS: Record<OrderStatus, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Waiting for payment', tone: 'warning' },
  paid: { word: 'Paid', tone: 'success' },
  packed: { word: 'Packed', tone: 'ranger' },
  shipped: { word: 'Shipped', tone: 'ranger' },
  delivered: { word: 'Delivered', tone: 'success' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  refunded: { word: 'Refunded', tone: 'neutral' },
  expired: { word: 'Not paid in time', tone: 'neutral' },
  failed: { word: 'Not started', tone: 'danger' },
  review: { word: 'Payment under review', tone: 'warning' },
}
