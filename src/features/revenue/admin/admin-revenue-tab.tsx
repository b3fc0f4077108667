import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { zoneWordsAt } from '#kernel/values/clock/shop-clock.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { DayLabel } from '#ui/forms/day-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { Report } from '../contract.ts'
import { BalanceLine } from './balance-line.tsx'
import { RevenueChart } from './chart/revenue-chart.tsx'
import { dayName } from './day-name.ts'
import { PeriodButtons } from './period-buttons.tsx'
import { useBalance, useBars, useRevenue } from './revenue-client.ts'
import { RevenueFailed } from './revenue-failed.tsx'
import { MainFigures, PartFigures } from './revenue-figures.tsx'
import { type Days, daysOf, wordOf } from './revenue-params.ts'
import { RevenueRows } from './revenue-rows.tsx'

/** `/admin?tab=revenue`: sales, refunds, and the balance with the payments. */
export function AdminRevenueTab() {
  const [params, setParams] = useSearchParams()
  const days = daysOf(params)
  const revenue = useRevenue('period' in days ? days.period : undefined)
  const { months, report, ...bars } = useBars(days)
  const balance = useBalance(days)
  const isWeighed = !balance.isPending
  const failed = revenue.error ?? bars.error

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
        <RevenueFailed reason={failed.message} onRetry={() => void Promise.all([revenue.refetch(), bars.refetch()])} />
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

/** Result of the nightly check of the rolled-up days against the orders. */
function LastCheck({ check }: { check: Report['check'] }) {
  if (!check) return null
  const at = formatMoment(new Date(check.checkedAt))
  const mended = [...check.mendedDays, ...check.mendedMonths]
  if (mended.length === 0) {
    return (
      <p className="text-muted text-sm">
        Added up by day and month, and last compared with every order on {at}: no difference.
      </p>
    )
  }
  return (
    <Notice kind="warning" title="Recalculated days">
      On {at} the sums of {mended.map(day => dayName(day, 'long')).join(', ')} were not those of their orders. They were
      recalculated.
    </Notice>
  )
}

type PeriodChoiceProps = {
  days: Days
  /** The days of the figures below, once loaded. */
  shown: { from: string; to: string } | undefined
  onChoose: (days: Days) => void
}

/** The fixed periods, or any range of days. */
function PeriodChoice({ days, shown, onChoose }: PeriodChoiceProps) {
  const chosen = 'period' in days ? days.period : undefined
  const named = 'from' in days ? days : { from: '', to: '' }
  const [from, setFrom] = useState(named.from)
  const [to, setTo] = useState(named.to)
  const [error, setError] = useState<string>()
  // New days in the address replace typed ones. Fields, buttons and focus stay.
  const [known, setKnown] = useState(wordOf(days))
  if (known !== wordOf(days)) {
    setKnown(wordOf(days))
    setFrom(named.from)
    setTo(named.to)
    setError(undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!from || !to) setError('Choose both days.')
    else if (from > to) setError('The last day is before the first.')
    else onChoose({ from, to })
  }

  return (
    <div className="flex flex-col gap-3">
      {/* Aligned at the top, so that an error below a field shifts no other field. Buttons leave the height of a label. */}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <PeriodButtons chosen={chosen} onChoose={period => onChoose({ period })} className="lg:mt-7" />
        <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
          <TextField
            label={<DayLabel>From</DayLabel>}
            type="date"
            className="w-40"
            value={from}
            error={error}
            onChange={({ target }) => {
              setFrom(target.value)
              setError(undefined)
            }}
          />
          <TextField
            label={<DayLabel>To</DayLabel>}
            type="date"
            className="w-40"
            value={to}
            onChange={({ target }) => {
              setTo(target.value)
              setError(undefined)
            }}
          />
          <Button type="submit" variant={chosen ? 'secondary' : 'primary'} className="sm:mt-7">
            Show
          </Button>
        </form>
      </div>
      <p role="status" className="min-h-11 text-muted text-sm sm:min-h-5.5">
        {shown &&
          `${rangeOf(shown)}. Days are those of ${zoneWordsAt(new Date()).long}; a refund counts on the day it was decided.`}
      </p>
    </div>
  )
}

const rangeOf = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`
