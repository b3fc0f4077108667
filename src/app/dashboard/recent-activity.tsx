import { useQuery } from '@tanstack/react-query'
import { giveawaysClient } from '#features/giveaways/catalogue/web/giveaways-client.ts'
import { ordersClient } from '#features/orders/history/web/orders-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { formatDay } from '#ui/time/format-day.ts'

const SHOWN = 5
const LIMIT = String(SHOWN)

/** The newest purchases and their total count. */
export const useRecentPurchases = () =>
  useQuery({
    queryKey: ['my', 'purchases', 'recent'],
    queryFn: () => call(ordersClient.my.purchases.$get({ query: { limit: LIMIT } })),
  })

type Activity = { id: string; icon: IconName; at: string; what: string; to: string; note: string }

/** The user's latest purchases and entries, newest first. */
export function RecentActivity() {
  const purchases = useRecentPurchases()
  const entries = useQuery({
    queryKey: ['my', 'entries', 'recent'],
    queryFn: () => call(giveawaysClient().my.entries.$get({ query: { limit: LIMIT } })),
  })
  const failed = [purchases, entries].find(query => query.isError)
  if (failed?.error) {
    return (
      <FailedState onRetry={() => void failed.refetch()} busy={failed.isFetching}>
        {failed.error.message}
      </FailedState>
    )
  }
  if (!purchases.data || !entries.data) return <SkeletonText lines={SHOWN} className="py-4" />
  const activities = newest([
    ...purchases.data.purchases.map(purchase => ({
      id: purchase.id,
      icon: 'cart' as const,
      at: purchase.date,
      what: `Bought ${purchase.name}${purchase.quantity > 1 ? ` × ${purchase.quantity}` : ''}`,
      to: `/orders/${purchase.orderId}`,
      note: purchase.refunded === purchase.quantity ? 'Refunded' : formatMoney(toCents(purchase.total)),
    })),
    ...entries.data.entries.map(entry => ({
      id: entry.id,
      icon: 'ticket' as const,
      at: entry.date,
      what: `Entered ${entry.giveawayTitle}`,
      to: `/giveaways/${entry.giveawaySlug}`,
      note: `Slot ${entry.slotNumber}`,
    })),
  ])
  if (activities.length === 0) {
    return (
      <EmptyState icon="cart" title="Nothing yet" action={<ButtonLink to="/store">Go to the store</ButtonLink>}>
        What you buy and enter shows here.
      </EmptyState>
    )
  }
  return (
    <ol className="divide-y divide-line">
      {activities.map(activity => (
        <li key={activity.id} className="flex items-baseline gap-4 py-3">
          <Icon name={activity.icon} className="self-center text-muted" />
          <TextLink to={activity.to} className="min-w-0 flex-1 break-words">
            {activity.what}
          </TextLink>
          <span className="figure shrink-0 text-muted max-sm:hidden">{activity.note}</span>
          <time dateTime={activity.at} className="shrink-0 text-muted text-sm">
            {formatDay(activity.at, 'short')}
          </time>
        </li>
      ))}
    </ol>
  )
}

const newest = (activities: Activity[]) => activities.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN)
