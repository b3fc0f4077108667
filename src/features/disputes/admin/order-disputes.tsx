import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { useAdminChannel } from '#platform/client/staff-changes.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { DisputeCard } from './dispute-card.tsx'
import { disputesClient, disputesKey } from './disputes-client.ts'

/** The disputes of an order. Nothing is shown of an order without one. */
export function OrderDisputes({ orderId, reference }: { orderId: string; reference: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: disputesKey(orderId),
    queryFn: () => call(disputesClient().admin.orders[':id'].disputes.$get({ param: { id: orderId } })),
  })
  useAdminChannel(['orders'], ['/api/admin/orders'], () => {
    void queryClient.invalidateQueries({ queryKey: disputesKey(orderId) })
  })
  if (error) {
    return (
      <FailedState title="Failed to load disputes" onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </FailedState>
    )
  }
  if (!data || data.disputes.length === 0) return null
  return (
    <section aria-label="Disputes">
      <h4 className="label mb-4 border-line border-b pb-2 text-muted">Disputes</h4>
      <ul className="flex flex-col gap-6">
        {data.disputes.map(dispute => (
          <li key={dispute.id}>
            <DisputeCard dispute={dispute} reference={reference} />
          </li>
        ))}
      </ul>
    </section>
  )
}
