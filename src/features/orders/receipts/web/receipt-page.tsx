import { useQuery } from '@tanstack/react-query'
import { type MetaFunction, useParams } from 'react-router'
import { RequireUser } from '#features/identity/sign-in/web/route-guard.tsx'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { receiptClient } from './receipt-client.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { SaveReceiptButton } from './save-receipt-button.tsx'

export const meta: MetaFunction = ({ matches, params }) =>
  pageMeta(
    {
      title: 'Receipt',
      description: 'The receipt of an order.',
      path: `/orders/${params.orderId}/receipt`,
      noindex: true,
    },
    matches,
  )

/** `/orders/{orderId}/receipt`: a receipt to print or save. */
export default function ReceiptPage() {
  return (
    <RequireUser>
      <div className="page-width max-w-4xl pt-6 pb-20 print:max-w-none print:p-0">
        <ReceiptOf id={useParams().orderId ?? ''} />
      </div>
    </RequireUser>
  )
}

function ReceiptOf({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['orders', id, 'receipt'],
    queryFn: () => call(receiptClient.orders[':id'].receipt.$get({ param: { id } })),
  })
  if (error) {
    return (
      <div className="py-10">
        <h1 className="sr-only">Receipt</h1>
        {error instanceof ApiError && error.code === 'receipt_not_yet' ? (
          <EmptyState
            icon="info"
            title={error.message}
            action={<ButtonLink to={`/orders/${id}`}>Back to the order</ButtonLink>}
          />
        ) : (
          <FailedState onRetry={() => void refetch()} busy={isFetching}>
            {error.message}
          </FailedState>
        )}
      </div>
    )
  }
  if (!data) return <SkeletonText lines={12} className="py-10" />
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-3 print:hidden">
        <ButtonLink
          to={`/orders/${id}`}
          variant="quiet"
          icon="chevron-left"
          className="mr-auto max-sm:basis-full max-sm:justify-start"
        >
          Order
        </ButtonLink>
        <Button onClick={() => window.print()}>Print</Button>
        <SaveReceiptButton id={id} reference={data.number} />
      </div>
      <ReceiptSheet receipt={data} />
    </>
  )
}
