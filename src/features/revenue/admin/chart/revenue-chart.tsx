import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Cell, Table } from '#ui/data/table.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Report, ReportRow } from '../../contract.ts'
import type { ComparedPeriod } from '../../rules.ts'
import { dayName } from '../day-name.ts'
import { barsOf, pairedBars } from './bars-of.ts'
import type { Bar } from './revenue-bars.tsx'

/** The figures of a screen need not wait for the chart library. */
const RevenueBars = lazy(
  async () => (await import('./revenue-bars.tsx')).RevenueBars,
  <Skeleton className="h-56 sm:h-64" />,
)

/** The period before, whole, as a dashed line. */
export type ChartBefore = { report: Report; period: ComparedPeriod }

/** Bar chart of revenue per day or month, with a table of the same figures. */
export function RevenueChart({ report, before }: { report: Report; before?: ChartBefore | undefined }) {
  const bars = before ? pairedBars(report, before.report, before.period) : barsOf(report)
  if (bars.every(bar => !bar.net && !bar.before?.net)) return null
  const unit = report.by === 'day' ? 'day' : 'month'
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="label text-muted">Net revenue by {unit}</span>
        {before && <Legend period={before.period} />}
      </figcaption>
      <RevenueBars bars={bars} label={spoken(bars, unit, before?.period)} />
      <details className="group">
        <summary className="inline-flex min-h-9 items-center text-muted text-sm underline-offset-4 hover:text-ink hover:underline">
          The chart as a table
        </summary>
        {before ? <PairsTable bars={bars} period={before.period} /> : <NumbersTable rows={report.rows} unit={unit} />}
      </details>
    </figure>
  )
}

const Legend = ({ period }: { period: ComparedPeriod }) => (
  <span className="flex flex-wrap items-center gap-x-4 text-muted text-sm">
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="size-3 bg-coyote" />
      Bars: this {period}
    </span>
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="w-5 border-ink border-t-2 border-dashed" />
      Line: last {period}
    </span>
  </span>
)

const money = (dollars: number) => formatMoney(toCents(dollars))

function spoken(bars: readonly Bar[], unit: string, period: ComparedPeriod | undefined): string {
  const own = bars.flatMap(({ key, net }) => (net === undefined ? [] : [{ key, net }]))
  const highest = own.reduce((best, bar) => (bar.net > best.net ? bar : best))
  const lowest = own.reduce((worst, bar) => (bar.net < worst.net ? bar : worst))
  const said = ({ key, net }: { key: string; net: number }) => `${money(net)} in ${dayName(key)}`
  const more = period ? ` The line is last ${period}.` : ''
  return `Net revenue of ${own.length} ${unit}s, from ${dayName(own[0]!.key)} to ${dayName(own.at(-1)!.key)}: highest ${said(highest)}, lowest ${said(lowest)}.${more}`
}

/** Each day beside the same day of the period before. */
const PairsTable = ({ bars, period }: { bars: readonly Bar[]; period: ComparedPeriod }) => (
  <Table
    caption="Net revenue by day"
    captionHidden
    className="min-w-0!"
    head={['Day', { name: `This ${period}`, numeric: true }, { name: `Last ${period}`, numeric: true }]}
  >
    {bars.map(({ key, net, before }) => (
      <tr key={key}>
        <Cell>{dayName(key)}</Cell>
        <Cell numeric>{net === undefined ? '–' : money(net)}</Cell>
        <Cell numeric>{before ? money(before.net) : '–'}</Cell>
      </tr>
    ))}
  </Table>
)

function NumbersTable({ rows, unit }: { rows: readonly ReportRow[]; unit: string }) {
  return (
    <Table
      caption={`Net revenue by ${unit}`}
      captionHidden
      className="min-w-0!"
      head={[unit === 'day' ? 'Day' : 'Month', { name: 'Orders', numeric: true }, { name: 'Net', numeric: true }]}
    >
      {rows.map(row => (
        <tr key={row.key}>
          <Cell>{dayName(row.key)}</Cell>
          <Cell numeric>{row.orders.toLocaleString('en-US')}</Cell>
          <Cell numeric>{formatMoney(toCents(row.net))}</Cell>
        </tr>
      ))}
    </Table>
  )
}
