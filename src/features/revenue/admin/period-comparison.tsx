import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Report } from '../contract.ts'
import { type ComparedPeriod, changeOf, periodBefore } from '../rules.ts'
import { RevenueChart } from './chart/revenue-chart.tsx'
import { dayName } from './day-name.ts'
import { useBars } from './revenue-client.ts'

/** A current week or month beside the one before: sum, change in words and percent, and the chart of both. */
export function PeriodComparison({ period, report }: { period: ComparedPeriod; report: Report }) {
  const { from, to, until } = periodBefore(period, report.to)
  const { report: before, error } = useBars({ from, to })
  // The figures above have loaded, so the chart stands alone where the period before cannot be read.
  if (error) return <RevenueChart report={report} />
  if (!before || before.from !== from) return <Skeleton className="h-80" />
  const earlier = before.rows.filter(({ key }) => key <= until).reduce((sum, { net }) => sum + toCents(net), 0)
  const words = changeWords(toCents(report.sums.net), earlier)
  return (
    <div className="flex flex-col gap-6">
      <section aria-label={`This ${period} against the last`} className="flex flex-col gap-1 border-line border-y py-4">
        <p className="flex items-center gap-2 text-xl">
          {words.icon && <Icon name={words.icon} size={20} className="text-muted" />}
          <span className="figure font-semibold">{words.change}</span>
          <span className="text-base text-muted">against last {period}</span>
        </p>
        <p className="max-w-prose text-muted text-sm">
          {from === until ? dayName(from, 'short') : `${dayName(from, 'short')} to ${dayName(until, 'short')}`}:{' '}
          {formatMoney(earlier)}. {words.difference} All of last {period}: {formatMoney(toCents(before.sums.net))}.
        </p>
      </section>
      <RevenueChart report={report} before={{ report: before, period }} />
    </div>
  )
}

type ChangeWords = { change: string; difference: string; icon?: 'chevron-up' | 'chevron-down' }

/** The change in words: direction, percentage where there is one, and the difference. */
export function changeWords(now: number, before: number): ChangeWords {
  const { cents, percent } = changeOf(now, before)
  if (cents === 0) return { change: 'No change', difference: 'This is the same.' }
  const isUp = cents > 0
  const by =
    percent === null ? '' : percent === 0 ? ' less than 0.1%' : ` ${Math.abs(percent).toLocaleString('en-US')}%`
  return {
    change: `${isUp ? 'Up' : 'Down'}${by}`,
    difference: `This is ${formatMoney(Math.abs(cents))} ${isUp ? 'more' : 'less'}.${percent === null ? ' No percentage: those days had no net revenue.' : ''}`,
    icon: isUp ? 'chevron-up' : 'chevron-down',
  }
}
