import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cart } from '#features/cart/browser/cart.ts'
import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ordersClient, type ShownOrder } from '../../../order/web/orders-client.ts'
import { codes } from '../kept-codes.ts'
import { forgetPayment, isTold } from '../payment/use-payment.ts'
import { chosenAddress } from '../shipping/chosen-address.ts'
import { chosenMethod } from '../shipping/chosen-method.ts'
import { isLineOf } from '../use-quote.ts'

/** A paid order. `isNew` is true when this browser announces it for the first time. */
export type Purchase = { order: ShownOrder; isNew: boolean }

/** A job starts the membership; after 2 seconds it has started. */
const BEGUN_MS = 2_000

/**
 * Returns the paid order. Removes the bought items from the cart, clears the codes of a goods order, and invalidates cached queries. Cart
 * and codes change once per order, even when the page reloads.
 * @param isReturn false for an older order, which says nothing about the current cart.
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
    // A line that the checkout left out stays.
    cart.markPurchased(order.id, item => order.lines.some(line => isLineOf(line, item)))
    forgetPayment(order.id)
    if (isNew) {
      if (!isMembership) {
        codes.clear()
        chosenAddress.choose(undefined)
        chosenMethod.choose(undefined)
      }
      toast.success('Purchase completed successfully!', { id: order.id })
    }
    void queryClient.invalidateQueries({
      predicate: query => !['verify-session', 'orders'].includes(String(query.queryKey[0])),
    })
    if (!isMembership) return
    // The membership starts within 2 seconds. The new token then carries it.
    const timer = setTimeout(() => void session.refresh(), BEGUN_MS)
    return () => clearTimeout(timer)
  }, [order, isReturn, isNew])
  return order && { order, isNew }
}
