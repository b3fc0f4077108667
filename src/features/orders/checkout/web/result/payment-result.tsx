import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { ordersClient } from '../../../history/web/orders-client.ts'
import { useVerification } from '../age/use-verification.ts'
import { type AfterPurchase, Paid } from './paid-result.tsx'
import type { Returned } from './return-of-payment.ts'
import { Cancelled, Failed, SignedOut, Unchecked } from './unpaid-results.tsx'
import { useCancelledOrder } from './use-cancelled-order.ts'
import { Waiting } from './waiting.tsx'

type Props = { returned: Exclude<Returned, { screen: 'checkout' }>; afterPurchase: AfterPurchase | undefined }

/** The result after the payment page. The address only says where to look; the server knows whether the order is paid. */
export default function PaymentResult({ returned, afterPurchase }: Props) {
  switch (returned.screen) {
    case 'session':
      return <Session {...returned} afterPurchase={afterPurchase} />
    case 'newest':
      return <Newest afterPurchase={afterPurchase} />
    case 'cancelled':
      return returned.orderId ? (
        <CancelledOrder orderId={returned.orderId} afterPurchase={afterPurchase} />
      ) : (
        <Cancelled />
      )
    case 'failed':
      return <Failed />
    case 'sign-in':
      return <SignedOut back={returned.back} />
  }
}

type After = Pick<Props, 'afterPurchase'>
type SessionProps = After & { sessionId: string; said: 'success' | 'cancelled' | 'failed' }

/** The result of a named session. A declined or cancelled payment stays so, unless the order is paid after all. */
function Session({ sessionId, said, afterPurchase }: SessionProps) {
  const { verification, error, isFetching, refetch } = useVerification(sessionId)
  const retry = () => void refetch()
  if (error) {
    if (said === 'failed') return <Failed />
    return said === 'cancelled' ? (
      <Cancelled />
    ) : (
      <Unchecked message={error.message} busy={isFetching} onRetry={retry} />
    )
  }
  if (!verification) return <Waiting />
  const { status, orderId, reference } = verification
  if (status === 'paid') return <Paid {...{ orderId, reference, afterPurchase }} isReturn />
  if (status === 'failed' || said === 'failed') return <Failed />
  if (status === 'cancelled') return <Cancelled />
  if (said === 'cancelled') return <CancelledOrder orderId={orderId} afterPurchase={afterPurchase} />
  return <Waiting reference={reference} busy={isFetching} onRetry={retry} />
}

/** Cancelling here also closes the payment page, so that the held stock becomes available to other shoppers. */
function CancelledOrder({ orderId, afterPurchase }: After & { orderId: string }) {
  const { isAsked, paid } = useCancelledOrder(orderId)
  if (!isAsked) return <Waiting />
  // Another tab had already paid for the order, so the order is neither cancelled nor free.
  if (paid) return <Paid {...{ orderId, afterPurchase }} reference={paid.reference} isReturn />
  return <Cancelled />
}

/** Success without a session: shows the newest order if it is paid. */
function Newest({ afterPurchase }: After) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['my', 'orders', 'newest'],
    queryFn: () => call(ordersClient.my.orders.$get({ query: { limit: '1' } })),
  })
  if (!data && !error) return <Waiting />
  const newest = data?.orders[0]
  if (newest?.paymentStatus === 'paid') {
    return <Paid orderId={newest.id} reference={newest.reference} isReturn={false} afterPurchase={afterPurchase} />
  }
  const message = error?.message ?? 'This page does not say which payment it is about.'
  return <Unchecked message={message} busy={isFetching} onRetry={() => void refetch()} />
}
