import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { staffClient } from '../../history/admin/staff-client.ts'
import type { SpentCredits } from '../contract.ts'

export type RefundChoice = {
  lines?: { position: number; quantity: number }[]
  spentCredits: SpentCredits
  restock?: boolean
}

/** Debounce: repeated presses of a stepper cause one request. */
const SETTLED_MS = 200

/**
 * Fetches the preview of a refund while staff choose pieces. Until the new preview arrives, the previous one stays with `isOld` set.
 * @param choice null while no piece is chosen.
 */
export function useRefundPreview(orderId: string, choice: RefundChoice | null) {
  const asked = useDebouncedValue(JSON.stringify(choice), SETTLED_MS)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['orders', orderId, 'refund-preview', asked],
    queryFn: () =>
      call(
        staffClient().admin.orders[':id'].refunds.preview.$post({
          param: { id: orderId },
          json: JSON.parse(asked) as RefundChoice,
        }),
      ),
    enabled: asked !== 'null',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const isOld = isPlaceholderData || isFetching || asked !== JSON.stringify(choice)
  return { preview: choice === null ? undefined : data, error, isOld }
}
