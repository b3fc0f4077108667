import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import type { Activity } from './contract.ts'
import { useActivity } from './overview-client.ts'

const ICONS: Record<Activity['type'], ComponentProps<typeof Icon>['name']> = {
  purchase: 'cart',
  giveaway_entry: 'ticket',
  user_registration: 'user',
}

const placeOf = ({ type, id }: Activity) =>
  ({
    purchase: `?tab=orders&order=${id}`,
    giveaway_entry: `?tab=giveaways&giveaway=${id}`,
    user_registration: `?tab=users&user=${id}`,
  })[type]

/** Purchases, entries and registrations of the last 24 hours, newest first, each with a link to its subject. */
export function ActivityList() {
  const list = useActivity()
  return (
    <section aria-labelledby="recent-activity" className="flex flex-col">
      <h3 id="recent-activity" className="label border-line border-b pb-2 text-muted">
        Recent activity
      </h3>
      {list.isPending && <SkeletonText lines={8} className="py-4" />}
      {list.isError && (
        <FailedState title="Failed to load recent activity" busy={list.isFetching} onRetry={() => void list.refetch()}>
          {list.error.message}
        </FailedState>
      )}
      {list.data?.activities.length === 0 && <EmptyState icon="clock" title="No activity in the last 24 hours" />}
      <ol className="flex flex-col divide-y divide-line">
        {list.data?.activities.map(activity => (
          <li key={`${activity.type} ${activity.id} ${activity.timestamp} ${activity.email}`}>
            <ActivityRow activity={activity} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { type, title, description, timestamp, email, amount } = activity
  return (
    <Link to={placeOf(activity)} className="flex gap-3 py-3 text-sm transition-colors hover:bg-raised">
      <Icon name={ICONS[type]} size={20} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block break-words font-semibold">{title}</span>
        <span className="block break-words text-muted">{description}</span>
        {email && <span className="block break-words text-muted">{email}</span>}
      </span>
      <span className="shrink-0 text-right">
        {amount !== null && <span className="figure block text-base">{formatMoney(toCents(amount))}</span>}
        <TimeAgo at={timestamp} className="text-muted" />
      </span>
    </Link>
  )
}
