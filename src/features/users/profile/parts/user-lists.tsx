import { OrderBadge } from '#features/orders/history/web/order-badge.tsx'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { ShownProfile } from '../../users-client.ts'
import { linkToSubject } from '../subject-link.ts'
import { Part } from './part.tsx'

/** Each list of a profile shows the latest ten rows; its own tab shows all. */
const ROW = 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 text-sm'
const LIST = '-mt-1 divide-y divide-line'

const Nothing = ({ children }: { children: string }) => <p className="text-muted text-sm">{children}</p>

export function UserOrders({ person: { recentOrders, email, purchases } }: { person: ShownProfile }) {
  if (!useRight('orders.read')) return null
  const all = `/admin?${new URLSearchParams({ tab: 'orders', q: email })}`
  return (
    <Part
      title="Orders"
      action={
        purchases > 0 && (
          <TextLink to={all} className="text-sm">
            All orders
          </TextLink>
        )
      }
    >
      {recentOrders.length === 0 && <Nothing>No orders yet.</Nothing>}
      <ul className={LIST}>
        {recentOrders.map(order => (
          <li key={order.id} className={ROW}>
            <TextLink to={linkToSubject({ type: 'order', id: order.id })} className="figure font-semibold">
              {order.reference}
            </TextLink>
            <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1 max-sm:order-1 max-sm:basis-full sm:mr-auto">
              <OrderBadge status={order.status} refunded={order.refunded} />
              <span className="text-muted">{formatShopDay(order.date, 'short')}</span>
            </span>
            <span className="tabular-nums">{formatMoney(toCents(order.total))}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function UserEntries({ person: { recentEntries } }: { person: ShownProfile }) {
  if (!useRight('entries.read')) return null
  return (
    <Part title="Entries">
      {recentEntries.length === 0 && <Nothing>No entries yet.</Nothing>}
      <ul className={LIST}>
        {recentEntries.map(entry => (
          <li key={entry.id} className={`${ROW} max-sm:flex-col`}>
            <span className="flex min-w-0 items-baseline gap-1.5">
              <TierIcon tier={entry.tier} size={14} className="self-center" />
              <span className="sr-only">{entry.tier}</span>
              <TextLink to={linkToSubject({ type: 'giveaway', id: entry.giveawayId })} className="wrap-anywhere">
                {entry.giveawayTitle}
              </TextLink>
            </span>
            <span className="text-muted">
              Slot {entry.slotNumber}
              {entry.isPrivateEntry && ' · by mail'}
              {entry.isAutoEntry && ' · auto-entry'}
              {entry.isWinner && ' · won'} · {entry.giveawayState} · {formatShopDay(entry.date, 'short')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function UserTickets({ person: { tickets } }: { person: ShownProfile }) {
  if (!useRight('tickets.read')) return null
  return (
    <Part title="Support">
      {tickets.length === 0 && <Nothing>Nothing asked yet.</Nothing>}
      <ul className={LIST}>
        {tickets.map(ticket => (
          <li key={ticket.id} className={`${ROW} max-sm:flex-col`}>
            <TextLink
              to={linkToSubject({ type: ticket.type === 'general' ? 'inquiry' : 'ticket', id: ticket.id })}
              className="wrap-anywhere"
            >
              {ticket.subject}
            </TextLink>
            <span className="flex items-center gap-2 text-muted">
              <Badge>{ticket.status}</Badge> {formatShopDay(ticket.createdAt, 'short')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
