import type { ComponentType, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { OrderList } from './order-list.tsx'
import { StaffOrder } from './staff-order.tsx'

/** The order that is open stands in the address, beside the filters of the list that it was opened from. */
const OPEN = 'order'

/** Draws an order around its disputes. They are a later feature than orders and are handed in. */
export type DisputesPart = ComponentType<{
  orderId: string
  reference: string
  isDisputed: boolean
  children: (disputes: ReactNode) => ReactNode
}>

/** `/admin?tab=orders`: find orders, pack, ship and refund them. */
export function AdminOrdersTab({ Disputes }: { Disputes: DisputesPart }) {
  const [params] = useSearchParams()
  const id = params.get(OPEN)
  const withOrder = (order: string | null) => {
    const to = new URLSearchParams(params)
    if (order) to.set(OPEN, order)
    else to.delete(OPEN)
    return `?${to}`
  }
  // By order: what was typed for one is nothing for the next.
  return id ? (
    <StaffOrder key={id} id={id} back={withOrder(null)} Disputes={Disputes} />
  ) : (
    <OrderList linkTo={withOrder} />
  )
}
