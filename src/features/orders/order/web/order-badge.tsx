import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import type { DisputeBlock } from '../standing.ts'
import type { ShownOrder } from './orders-client.ts'

/**
 * Badge of an order's status. A partly refunded order shows both.
 * @param refunded refunded amount in any unit; only zero or more than zero matters.
 */
export function OrderBadge({ status, refunded }: { status: OrderStatus; refunded: number }) {
  const { word, tone } = STATUS_WORDS[status]
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tone}>{word}</Badge>
      {refunded > 0 && status !== 'refunded' && status !== 'cancelled' && <Badge>Partly refunded</Badge>}
    </span>
  )
}

/** Badge for a current or past dispute of the order's payment; renders nothing without one. */
export const DisputeBadge = ({ dispute }: { dispute: DisputeBlock | null }) =>
  dispute && <Badge tone="warning">{dispute === 'open' ? 'Disputed' : 'Dispute lost'}</Badge>

type OrderStatus = ShownOrder['status']

/** Labels and tones of the order statuses, shown to shoppers and staff. */
const STATUS_WORDS: Record<OrderStatus, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Waiting for payment', tone: 'warning' },
  paid: { word: 'Paid', tone: 'success' },
  packed: { word: 'Packed', tone: 'ranger' },
  shipped: { word: 'Shipped', tone: 'ranger' },
  delivered: { word: 'Delivered', tone: 'success' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  refunded: { word: 'Refunded', tone: 'neutral' },
  expired: { word: 'Not paid in time', tone: 'neutral' },
  failed: { word: 'Not started', tone: 'danger' },
  on_hold: { word: 'Payment held for checking', tone: 'warning' },
}
