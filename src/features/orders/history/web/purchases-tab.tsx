import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { useList } from '#ui/use-list.ts'
import { OrderBadge } from '../../order/web/order-badge.tsx'
import { ordersClient, type ShownPurchase } from '../../order/web/orders-client.ts'

/** Orders per page. An order is never split between two pages. */
const ORDERS = '20'

/** Purchase History of the dashboard: pending orders, then one row per purchased line, newest first. */
export function PurchasesTab() {
  return (
    <>
      <OpenOrders />
      <SectionHeading>Purchase History</SectionHeading>
      <Purchases />
    </>
  )
}

function Purchases() {
  const list = useList({
    queryKey: ['my', 'purchases', 'list'],
    fetchPage: next => call(ordersClient.my.purchases.$get({ query: { limit: ORDERS, ...next } })),
    rowsOf: page => page.purchases,
  })
  const empty = (
    <EmptyState icon="store" title="No purchases yet" action={<ButtonLink to="/store">Go to the store</ButtonLink>}>
      Everything you buy earns credits for giveaways.
    </EmptyState>
  )
  return (
    <ListBody
      list={list}
      loading={<SkeletonText lines={6} className="py-4" />}
      empty={empty}
      nouns={['purchase', 'purchases']}
      total={list.firstPage?.total}
    >
      {rows => <PurchaseTable rows={rows} />}
    </ListBody>
  )
}

function PurchaseTable({ rows }: { rows: readonly ShownPurchase[] }) {
  return (
    <Table
      caption="Purchase History"
      captionHidden
      className="max-sm:min-w-0!"
      head={[
        { name: 'Date', className: 'max-sm:hidden' },
        'Product',
        { name: 'Quantity', numeric: true, className: 'max-sm:hidden' },
        { name: 'Total', numeric: true },
        { name: 'Credits', className: 'max-sm:hidden' },
        { name: 'Status', className: 'max-sm:hidden' },
        { name: 'Order', className: 'max-sm:hidden' },
      ]}
    >
      {rows.map(row => (
        <tr key={row.id}>
          <Cell className="whitespace-nowrap text-muted max-sm:hidden">{formatDay(row.date, 'short')}</Cell>
          <Cell className="max-sm:align-top sm:min-w-48">
            <span className="font-semibold">{row.name}</span>
            <InOneCell row={row} />
          </Cell>
          <Cell numeric className="max-sm:hidden">
            {row.quantity}
          </Cell>
          <Cell numeric className="max-sm:align-top">
            {formatMoney(toCents(row.total))}
            <span className="block sm:hidden">
              <OrderLink row={row} />
            </span>
          </Cell>
          <Cell className="whitespace-nowrap max-sm:hidden">
            <Earned row={row} />
          </Cell>
          <Cell className="max-sm:hidden">
            <Status row={row} />
          </Cell>
          <Cell className="max-sm:hidden">
            <OrderLink row={row} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** The order's status, and the number of refunded pieces when the line has several. */
function Status({ row: { status, refunded, quantity } }: { row: ShownPurchase }) {
  const isPart = refunded > 0 && refunded < quantity
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {refunded === quantity && status !== 'cancelled' ? (
        <Badge>Refunded</Badge>
      ) : (
        <OrderBadge status={status} refunded={0} />
      )}
      {isPart && (
        <Badge>
          {refunded} of {quantity} refunded
        </Badge>
      )}
    </span>
  )
}

/** On phones the other columns move below the name, so that the table needs no horizontal scrolling. */
function InOneCell({ row }: { row: ShownPurchase }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted sm:hidden">
      <span>
        {formatDay(row.date, 'short')}
        {row.quantity > 1 && `, quantity ${row.quantity}`}
      </span>
      {row.entries > 0 && <Earned row={row} />}
      <Status row={row} />
    </div>
  )
}

function Earned({ row: { entries, tier } }: { row: ShownPurchase }) {
  if (entries === 0) return '–'
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      {entries} <TierBadge tier={tier} plain />
    </span>
  )
}

const OrderLink = ({ row }: { row: ShownPurchase }) => (
  <TextLink
    to={`/orders/${row.orderId}`}
    aria-label={`See order of ${row.name}`}
    className="inline-flex min-h-11 items-center whitespace-nowrap sm:min-h-0"
  >
    See order
  </TextLink>
)

/** A payment page is open for half an hour, so a payable order is among the newest orders. */
const LOOKED_AT = '10'

/** Lists the pending orders, each with actions to pay or cancel. Renders nothing without pending orders. */
function OpenOrders() {
  const { data } = useQuery({
    queryKey: ['orders', 'newest'],
    queryFn: () => call(ordersClient.my.orders.$get({ query: { limit: LOOKED_AT } })),
  })
  const open = data?.orders.filter(order => order.status === 'pending') ?? []
  if (open.length === 0) return null
  return (
    <div className="mb-8">
      <Notice kind="warning" title={`Finish paying for ${open.length === 1 ? open[0]!.reference : 'your orders'}`}>
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
