import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cart } from '#features/cart/cart.ts'
import { queryClient, session, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { toast } from '#ui/toast.ts'
import { ordersClient } from '../orders-client.ts'
import { codes } from './kept-codes.ts'
import { forgetPayment, isTold } from './open-payment.ts'
import type { Purchase } from './paid-result.tsx'

/** The membership begins by a job; by then it has. */
const BEGUN_MS = 2_000

/**
 * The order that was paid: the cart loses what was bought, its codes are spent, and what the browser knew of credits and orders is
 * stale. Each of that once, however often the result is reloaded.
 * @param isReturn false for an older order, which says nothing of what is in the cart now.
 */
export function usePaidOrder(orderId: string, isReturn: boolean): Purchase | undefined {
  const { data: order } = useQuery({
    queryKey: ['orders', orderId],
    queryFn: () => call(ordersClient.orders[':id'].$get({ param: { id: orderId } })),
  })
  const [isNew] = useState(() => isReturn && !isTold(orderId))
  useEffect(() => {
    if (!order || !isReturn) return
    const isMembership = order.mode === 'subscription'
    cart.markPurchased(order.id, item => item.isSubscription === isMembership)
    forgetPayment(order.id)
    if (isNew) {
      if (!isMembership) codes.clear()
      toast.success('Purchase completed successfully!', { id: order.id })
    }
    for (const path of ['/api/credits', '/api/my']) transport.invalidate(path)
    void queryClient.invalidateQueries({
      predicate: query => !['verify-session', 'orders'].includes(String(query.queryKey[0])),
    })
    if (!isMembership) return
    // The membership begins in a moment; the new token says so.
    const timer = setTimeout(() => void session.refresh(), BEGUN_MS)
    return () => clearTimeout(timer)
  }, [order, isReturn, isNew])
  return order && { order, isNew }
}
