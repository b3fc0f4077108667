import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ordersClient } from '../../../history/web/orders-client.ts'

/** A payment page is open for half an hour, so a payable order is among the newest orders. */
const LOOKED_AT = '10'

/** Lists the pending orders, each with actions to pay or cancel. Renders nothing without pending orders. */
export function OpenOrders() {
  const { data } = useQuery({
    queryKey: ['orders', 'newest'],
    queryFn: () => call(ordersClient.my.orders.$get({ query: { limit: LOOKED_AT } })),
  })
  const open = data?.orders.filter(order => order.status === 'pending') ?? []
  if (open.length === 0) return null
  return (
    <div className="mb-8">
      <Notice kind="warning" title={open.length === 1 ? 'An order is not paid yet' : 'Orders are not paid yet'}>
        <ul>
          {open.map(order => (
            <li key={order.id}>
              <TextLink to={`/orders/${order.id}`}>{order.reference}</TextLink>, {formatMoney(toCents(order.total))}:{' '}
              {order.names.join(', ')}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
