import { Badge } from '#ui/data/badge.tsx'
import type { DisputeHold } from '../../fulfilment/standing.ts'
import { type OrderStatus, STATUS_WORDS } from '../order-status.ts'

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
export const DisputeBadge = ({ dispute }: { dispute: DisputeHold | null }) =>
  dispute && <Badge tone="warning">{dispute === 'open' ? 'Disputed' : 'Dispute lost'}</Badge>
