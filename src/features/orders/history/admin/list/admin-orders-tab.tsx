import { useSearchParams } from 'react-router'
import { type DisputesPart, StaffOrder } from '../staff-order.tsx'
import { OrderList } from './order-list.tsx'

/** The address holds the open order, beside the filters of the list behind the order. */
const OPEN = 'order'

/** `/admin?tab=orders`: finds, packs, ships and refunds orders. */
export function AdminOrdersTab({ Disputes }: { Disputes: DisputesPart }) {
  const [params] = useSearchParams()
  const id = params.get(OPEN)
  const withOrder = (order: string | null) => {
    const to = new URLSearchParams(params)
    if (order) to.set(OPEN, order)
    else to.delete(OPEN)
    return `?${to}`
  }
  // Keyed by order, so that input for one order does not carry over to the next.
  return id ? (
    <StaffOrder key={id} id={id} back={withOrder(null)} Disputes={Disputes} />
  ) : (
    <OrderList linkTo={withOrder} />
  )
}
