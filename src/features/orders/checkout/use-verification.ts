import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cart } from '#features/cart/cart.ts'
import { queryClient, session, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { toast } from '#ui/toast.ts'
import { ordersClient, type ShownOrder } from '../orders-client.ts'

const ASK_MS = 2_000
/** Whoever waits longer gets the receipt by e-mail. */
const PATIENCE = 30

/** Asks how a payment stands until it is decided. Meanwhile the cart is neither saved nor cleared, as specified. */
export function useVerification(sessionId: string) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verify-session', sessionId],
    queryFn: () => {
      // The transport keeps answers for 10 s; this one is asked for because it changes.
      transport.forget('/api/payments/verify-session')
      return call(ordersClient.payments['verify-session'].$get({ query: { session_id: sessionId } }))
    },
    refetchInterval: query =>
      query.state.data?.status === 'pending' && query.state.dataUpdateCount < PATIENCE ? ASK_MS : false,
    refetchOnWindowFocus: true,
  })
  const isDecided = data !== undefined && data.status !== 'pending'
  useEffect(() => {
    cart.setVerifying(!isDecided && !error)
    return () => cart.setVerifying(false)
  }, [isDecided, error])
  return { verification: data, error, isFetching, refetch }
}

/** The order that was paid, once: the cart loses what was bought, and what the browser knew of credits and orders is stale. */
export function usePaidOrder(orderId: string, sessionId: string): ShownOrder | undefined {
  const { data: order } = useQuery({
    queryKey: ['orders', orderId],
    queryFn: () => call(ordersClient.orders[':id'].$get({ param: { id: orderId } })),
  })
  useEffect(() => {
    if (!order) return
    const isMembership = order.mode === 'subscription'
    cart.markPurchased(sessionId, item => item.isSubscription === isMembership)
    toast.success('Purchase completed successfully!', { id: sessionId })
    for (const path of ['/api/credits', '/api/my']) transport.forget(path)
    void queryClient.invalidateQueries({
      predicate: query => !['verify-session', 'orders'].includes(String(query.queryKey[0])),
    })
    if (!isMembership) return
    // The membership begins in a moment; the new token says so.
    const timer = setTimeout(() => void session.refresh(), ASK_MS)
    return () => clearTimeout(timer)
  }, [order, sessionId])
  return order
}
