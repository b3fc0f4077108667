import type { ComponentProps, ReactNode } from 'react'
import { RevenueChart } from '#features/revenue/admin/chart/revenue-chart.tsx'
import { PeriodButtons } from '#features/revenue/admin/period-buttons.tsx'
import { PeriodComparison } from '#features/revenue/admin/period-comparison.tsx'
import { useBars, useRevenue } from '#features/revenue/admin/revenue-client.ts'
import { RevenueFailed } from '#features/revenue/admin/revenue-failed.tsx'
import { MainFigures } from '#features/revenue/admin/revenue-figures.tsx'
import { PERIODS } from '#features/revenue/rules.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Stat } from '#ui/data/stat.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import { useTabParam } from '#ui/layout/tab-param.ts'
import { Link } from '#ui/navigation/link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import type { Activity } from './contract.ts'
import { useActivity, useStats, useToday } from './overview-client.ts'
import { TodaySection } from './today/today-section.tsx'

/** `/admin?tab=overview`: the work that waits, revenue by period, recent activity and the counts. A role sees only the parts that it may read. */
export function AdminOverviewTab() {
  const isRevenueShown = useRight('revenue.read')
  const isActivityShown = useRight('activity.read')
  const { isPending } = useToday()
  return (
    <div className="flex flex-col gap-10">
      <Outages />
      <TodaySection />
      {/* The height of the work is unknown, so the parts below wait for it. */}
      {!isPending && (
        <>
          <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)]">
            {isRevenueShown && <RevenueByPeriod />}
            {isActivityShown && <ActivityList />}
          </div>
          <StatCards />
        </>
      )}
    </div>
  )
}

/** Actions that are unavailable while a provider is down. All others are payment providers. */
const PAUSED: Record<string, string> = {
  'E-mail': 'E-mails wait and are sent once it answers.',
  SMS: 'SMS wait and are sent once it answers.',
}

function Outages() {
  const { data } = useStats()
  return data?.outages.map(({ provider, since }) => (
    <div role="alert" key={provider}>
      <Notice kind="danger" title={`${provider} has not answered since ${new Date(since).toLocaleTimeString('en-US')}`}>
        {PAUSED[provider] ?? 'Checkout and refunds are paused. Refunds are sent once it answers.'}
      </Notice>
    </div>
  ))
}

function StatCards() {
  const stats = useStats()
  if (stats.isError) return <FailedState query={stats} />
  // As tall as the loaded cards: two rows, or one.
  if (!stats.data) return <Skeleton className="h-57 lg:h-28.5" />
  const { totalUsers, activeGiveaways, totalProducts, totalRevenue } = stats.data
  const cards: [ReactNode, ReactNode, string][] = [
    ['Total users', totalUsers.toLocaleString('en-US'), 'users'],
    ['Active giveaways', activeGiveaways.toLocaleString('en-US'), 'giveaways'],
    ['Products', totalProducts.toLocaleString('en-US'), 'products'],
    ...(totalRevenue === null
      ? []
      : [['Revenue', formatMoney(toCents(totalRevenue)), 'revenue'] satisfies [ReactNode, ReactNode, string]]),
  ]
  return (
    <dl
      aria-label="The shop now"
      className="grid grid-cols-2 border-line border-t border-l *:border-line *:border-r *:border-b *:bg-surface *:p-4 lg:grid-cols-4"
    >
      {cards.map(([label, value, tab]) => (
        <Stat
          key={tab}
          label={label}
          value={value}
          size="sm"
          note={
            <Link to={`?tab=${tab}`} className="underline-offset-4 hover:text-ink hover:underline">
              Open {tab}
            </Link>
          }
        />
      ))}
    </dl>
  )
}

function RevenueByPeriod() {
  const [period, setPeriod] = useTabParam('period', PERIODS)
  const revenue = useRevenue(period)
  const { report, ...bars } = useBars({ period })
  const failed = revenue.error ?? bars.error
  const refetch = () => void Promise.all([revenue.refetch(), bars.refetch()])
  useAdminChannel(['orders', 'revenue'], refetch)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <PeriodButtons chosen={period} onChoose={setPeriod} />
      {failed && <RevenueFailed reason={failed.message} onRetry={refetch} />}
      {/* Totals that failed show 0. */}
      <MainFigures revenue={revenue.isError ? undefined : revenue.data} sums={undefined} />
      {!report && !bars.error && <Skeleton className="h-80" />}
      {report && period === 'all' && <RevenueChart report={report} />}
      {report && period !== 'all' && <PeriodComparison key={period} period={period} report={report} />}
    </div>
  )
}

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
    <section aria-labelledby="recent-activity" className="flex min-w-0 flex-col">
      <h3 id="recent-activity" className="label border-line border-b pb-2 text-muted">
        Recent activity
      </h3>
      {list.isPending && <SkeletonText lines={8} className="py-4" />}
      {list.isError && <FailedState query={list} title="Failed to load recent activity" />}
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
