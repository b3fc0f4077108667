import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { ordersClient, type ShownOrder } from '../../../order/web/orders-client.ts'
import { EarnedCredits } from '../../../order/web/price-parts.tsx'
import { useVerification } from '../age/use-verification.ts'
import { forgetPayment } from '../payment/use-payment.ts'
import { Bought } from './bought.tsx'
import { Cancelled, Failed, Result, SignedOut, Unchecked, Waiting, Ways } from './result-screen.tsx'
import type { Returned } from './return-of-payment.ts'
import { type Purchase, usePaidOrder } from './use-paid-order.ts'

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

/** Content of later features below a purchase. */
export type AfterPurchase = (purchase: Purchase) => ReactNode

type PaidProps = {
  orderId: string
  reference: string
  /** True when the shopper returns from this payment, so that the cart is the paid one. */
  isReturn: boolean
  afterPurchase: AfterPurchase | undefined
}

export function Paid({ orderId, reference, isReturn, afterPurchase }: PaidProps) {
  const purchase = usePaidOrder(orderId, isReturn)
  const order = purchase?.order
  return (
    <Result
      icon="check"
      tone="text-success"
      title="Payment Successful"
      isHead
      after={
        <>
          {order && <Bought order={order} />}
          {purchase && isReturn && afterPurchase?.(purchase)}
        </>
      }
    >
      <p>Thank you. Your receipt is on its way by e-mail.</p>
      <p className="mt-4">
        <span className="label-sm block text-muted">Reference</span>
        <span className="figure font-semibold text-3xl">{reference}</span>
      </p>
      {order && Object.values(order.entries).some(amount => amount > 0) && (
        <div className="mt-6">
          <h2 className="label-sm mb-2 text-muted">Credits earned</h2>
          <EarnedCredits entries={order.entries} className="justify-center" />
        </div>
      )}
      <Ways>
        <ButtonLink to="/giveaways" size="lg">
          Spend credits on giveaways
        </ButtonLink>
        <ButtonLink to={`/orders/${orderId}`} size="lg" variant="secondary">
          See your order
        </ButtonLink>
        <ButtonLink to="/store" size="lg" variant="quiet">
          Continue shopping
        </ButtonLink>
      </Ways>
    </Result>
  )
}

/**
 * Cancels an order, once. The order may be closed or paid already.
 * @returns the order if it was paid.
 */
function useCancelledOrder(orderId: string): { isAsked: boolean; paid: ShownOrder | null } {
  const { data, isPending } = useQuery({
    queryKey: ['cancelled-order', orderId],
    queryFn: () => cancelOrder(orderId),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => forgetPayment(), [])
  return { isAsked: !isPending, paid: data?.paid ?? null }
}

async function cancelOrder(id: string): Promise<{ paid: ShownOrder | null }> {
  try {
    await call(ordersClient.orders[':id'].cancel.$post({ param: { id }, json: {} }))
    return { paid: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'order_moved') return { paid: null }
    const order = await call(ordersClient.orders[':id'].$get({ param: { id } })).catch(() => undefined)
    return { paid: order?.paymentStatus === 'paid' ? order : null }
  }
}
