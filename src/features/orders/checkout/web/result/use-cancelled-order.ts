import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { ordersClient, type ShownOrder } from '../../../history/web/orders-client.ts'
import { forgetPayment } from '../payment/open-payment.ts'

/**
 * Cancels an order, once. The order may be closed or paid already.
 * @returns the order if it was paid.
 */
export function useCancelledOrder(orderId: string): { isAsked: boolean; paid: ShownOrder | null } {
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
    await call(ordersClient.orders[':id'].cancel.$post({ param: { id } }))
    return { paid: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'order_closed') return { paid: null }
    const order = await call(ordersClient.orders[':id'].$get({ param: { id } })).catch(() => undefined)
    return { paid: order?.paymentStatus === 'paid' ? order : null }
  }
}
