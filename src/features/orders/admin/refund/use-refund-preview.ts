import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import type { SpentCredits } from '../../refunds/contract.ts'
import { staffClient } from '../staff-client.ts'

export type RefundChoice = {
  lines?: { position: number; quantity: number }[]
  spentCredits: SpentCredits
  restock?: boolean
}

/** A stepper is pressed several times in a row; the server is asked once. */
const SETTLED_MS = 200

/**
 * What a refund would pay back and take back, asked while it is being chosen. Until the answer to the last choice is there, the
 * one before stands, and `isOld` says so.
 * @param choice null while nothing is chosen.
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
