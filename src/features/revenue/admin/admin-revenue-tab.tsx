import { useSearchParams } from 'react-router'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { BalanceLine } from './balance-line.tsx'
import { RevenueChart } from './chart/revenue-chart.tsx'
import { LastCheck } from './last-check.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { useBalance, useBars, useRevenue } from './revenue-client.ts'
import { MainFigures, PartFigures } from './revenue-figures.tsx'
import { daysOf, wordOf } from './revenue-params.ts'
import { RevenueRows } from './revenue-rows.tsx'

/** `/admin?tab=revenue`: sales, refunds, and the balance with the payments. */
export function AdminRevenueTab() {
  const [params, setParams] = useSearchParams()
  const days = daysOf(params)
  const revenue = useRevenue('period' in days ? days.period : undefined)
  const { months, report } = useBars(days)
  const balance = useBalance(days)
  const isWeighed = !balance.isPending
  const failed = revenue.isError || months.isError

  return (
    <div className="flex flex-col gap-8">
      <PeriodChoice
        days={days}
        shown={months.data}
        onChoose={chosen =>
          setParams(
            now => {
              now.set('days', wordOf(chosen))
              return now
            },
            { replace: true, preventScrollReset: true },
          )
        }
      />
      {failed && (
        <div role="alert">
          {/* The title and the button have fixed wording. */}
          <Notice kind="danger" title="Failed to load revenue data">
            {(revenue.error ?? months.error)!.message}{' '}
            <button
              type="button"
              className="text-signal underline underline-offset-4"
              onClick={() => void Promise.all([revenue.refetch(), months.refetch()])}
            >
              Try again
            </button>
          </Notice>
        </div>
      )}
      <MainFigures revenue={failed ? undefined : revenue.data} sums={failed ? undefined : months.data?.sums} />
      {/* The parts appear together, so that no part shifts down. */}
      {!failed && !(isWeighed && months.data && report) && <Skeleton className="h-[36rem]" />}
      {!failed && isWeighed && months.data && report && (
        <>
          <BalanceLine balance={balance} />
          <PartFigures sums={months.data.sums} />
          <RevenueChart report={report} />
          <RevenueRows days={days} />
          <LastCheck check={months.data.check} />
        </>
      )}
    </div>
  )
}
