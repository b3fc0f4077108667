import { formatMoney, toCents } from '#kernel/values/money.ts'
import { daysAfter } from '#kernel/values/shop-day.ts'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Report, ReportRow } from '../../contract.ts'
import { dayName } from '../day-name.ts'
import type { Bar } from './revenue-bars.tsx'

/** The figures of a screen need not wait for the chart library. */
const RevenueBars = lazy(
  async () => (await import('./revenue-bars.tsx')).RevenueBars,
  <Skeleton className="h-56 sm:h-64" />,
)

/** Bar chart of revenue per day or month, with a table of the same figures. */
export function RevenueChart({ report }: { report: Report }) {
  const bars = barsOf(report)
  if (bars.every(bar => bar.net === 0)) return null
  const unit = report.by === 'day' ? 'day' : 'month'
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="label text-muted">Net revenue by {unit}</figcaption>
      <RevenueBars bars={bars} label={spoken(bars, unit)} />
      <details className="group">
        <summary className="inline-flex min-h-9 items-center text-muted text-sm underline-offset-4 hover:text-ink hover:underline">
          The chart as a table
        </summary>
        <NumbersTable rows={report.rows} unit={unit} />
      </details>
    </figure>
  )
}

/** Days without sales have no row and get an empty bar. Months are used as given. */
function barsOf({ by, from, to, rows }: Report): Bar[] {
  if (by !== 'day') return rows
  const nets = new Map(rows.map(row => [row.key, row.net]))
  const bars: Bar[] = []
  for (let day = from; day <= to; day = daysAfter(day, 1)) bars.push({ key: day, net: nets.get(day) ?? 0 })
  return bars
}

function spoken(bars: readonly Bar[], unit: string): string {
  const highest = bars.reduce((best, bar) => (bar.net > best.net ? bar : best))
  const lowest = bars.reduce((worst, bar) => (bar.net < worst.net ? bar : worst))
  const said = ({ key, net }: Bar) => `${formatMoney(toCents(net))} in ${dayName(key)}`
  return `Net revenue of ${bars.length} ${unit}s, from ${dayName(bars[0]!.key)} to ${dayName(bars.at(-1)!.key)}: highest ${said(highest)}, lowest ${said(lowest)}.`
}

function NumbersTable({ rows, unit }: { rows: readonly ReportRow[]; unit: string }) {
  return (
    <Table caption={`Net revenue by ${unit}`} captionHidden className="min-w-0!">
      <thead>
        <tr>
          <HeadCell>{unit === 'day' ? 'Day' : 'Month'}</HeadCell>
          <HeadCell numeric>Orders</HeadCell>
          <HeadCell numeric>Net</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.key}>
            <Cell>{dayName(row.key)}</Cell>
            <Cell numeric>{row.orders.toLocaleString('en-US')}</Cell>
            <Cell numeric>{formatMoney(toCents(row.net))}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
