import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { DisputeCard } from './dispute-card.tsx'
import { disputesClient, disputesKey } from './disputes-client.ts'

type Props = {
  orderId: string
  reference: string
  isDisputed: boolean
  /** Renders the order around its disputes. */
  children: (disputes: ReactNode) => ReactNode
}

/** Renders an order around its disputes. The order waits for the disputes, so that the layout does not shift; most orders have none. */
export function OrderDisputes({ orderId, reference, isDisputed, children }: Props) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: disputesKey(orderId),
    queryFn: () => call(disputesClient().admin.orders[':id'].disputes.$get({ param: { id: orderId } })),
    enabled: isDisputed,
  })
  useAdminChannel(['orders'], () => {
    void queryClient.invalidateQueries({ queryKey: disputesKey(orderId) })
  })
  if (!isDisputed) return children(null)
  if (!data && error) {
    return children(<FailedState query={{ error, isFetching, refetch }} title="Failed to load disputes" />)
  }
  if (!data) return <SkeletonText lines={14} className="py-4" />
  return children(
    <section aria-label="Disputes">
      <h4 className="label mb-4 border-line border-b pb-2 text-muted">Disputes</h4>
      <ul className="flex flex-col gap-6">
        {data.disputes.map(dispute => (
          <li key={dispute.id}>
            <DisputeCard dispute={dispute} reference={reference} />
          </li>
        ))}
      </ul>
    </section>,
  )
}
