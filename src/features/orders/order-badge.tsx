import { Badge } from '#ui/badge.tsx'
import type { DisputeHold } from './fulfilment/standing.ts'
import { type OrderStatus, STATUS_WORDS } from './order-status.ts'

/**
 * How an order stands; one that was paid back in part says both.
 * @param refunded dollars, or any other measure of what was paid back: only whether there is some counts.
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

/** That the payment of an order is or was disputed at the bank; nothing when it is not. */
export const DisputeBadge = ({ dispute }: { dispute: DisputeHold | null }) =>
  dispute && <Badge tone="warning">{dispute === 'open' ? 'Disputed' : 'Dispute lost'}</Badge>
