import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cart } from '#features/cart/browser/cart.ts'
import { call } from '#kernel/client/calls/call.ts'
import { ordersClient } from '../../../order/web/orders-client.ts'

const ASK_MS = 2_000
/** After 60 seconds the screen shows advice, and the shopper checks by hand. */
const PATIENCE_MS = 60_000

/** Polls a payment until it is decided, for 60 seconds. The cart is neither saved nor cleared during this time. */
export function useVerification(sessionId: string) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verify-session', sessionId],
    queryFn: () => call(ordersClient.payments['verify-session'].$get({ query: { session_id: sessionId } })),
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' && state.dataUpdateCount * ASK_MS < PATIENCE_MS ? ASK_MS : false,
    refetchOnWindowFocus: true,
  })
  const isDecided = data !== undefined && data.status !== 'pending'
  const isLong = useIsLong()
  useEffect(() => {
    cart.setVerifying(!isDecided && !error && !isLong)
    return () => cart.setVerifying(false)
  }, [isDecided, error, isLong])
  return { verification: data, error, isFetching, refetch, isLong }
}

/** Whether a screen has waited for a payment for 60 seconds. */
export function useIsLong(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLong
}
