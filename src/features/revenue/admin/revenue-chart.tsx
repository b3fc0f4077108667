import { toCents } from '#platform/money.ts'
import { daysAfter } from '#platform/shop-day.ts'
import { formatMoney } from '#ui/format-money.ts'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import type { Report, ReportRow } from '../contract.ts'
import { dayName } from './day-name.ts'

const HEIGHT = 100
/** A bar's share of its slot; the rest is the gap. */
const BAR = 0.72

type Bar = { key: string; net: number }

/** Bar chart of revenue per day or month. A table behind the bars holds the values. */
export function RevenueChart({ report }: { report: Report }) {
  const bars = barsOf(report)
  const [top, bottom] = [Math.max(0, ...bars.map(bar => bar.net)), Math.min(0, ...bars.map(bar => bar.net))]
  if (top === bottom) return null
  const unit = report.by === 'day' ? 'day' : 'month'
  const middle = bars[Math.floor(bars.length / 2)]!
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="label text-muted">Net revenue by {unit}</figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <Scale top={top} bottom={bottom} />
        <Bars bars={bars} top={top} bottom={bottom} label={spoken(bars, unit)} />
        <p aria-hidden="true" className="col-start-2 mt-1 flex justify-between text-muted text-xs tabular-nums">
          <span>{dayName(bars[0]!.key, 'short')}</span>
          {bars.length > 4 && <span className="max-sm:hidden">{dayName(middle.key, 'short')}</span>}
          {bars.length > 1 && <span>{dayName(bars.at(-1)!.key, 'short')}</span>}
        </p>
      </div>
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

const short = (dollars: number) => formatMoney(Math.round(dollars) * 100, 'short')

function Scale({ top, bottom }: { top: number; bottom: number }) {
  return (
    <p
      aria-hidden="true"
      className="flex h-44 flex-col justify-between text-right text-muted text-xs tabular-nums sm:h-56"
    >
      <span className="-mt-2">{short(top)}</span>
      <span className="-mb-2">{short(bottom)}</span>
    </p>
  )
}

function Bars({ bars, top, bottom, label }: { bars: readonly Bar[]; top: number; bottom: number; label: string }) {
  const scale = HEIGHT / (top - bottom)
  const zero = top * scale
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-44 w-full border-line border-y sm:h-56"
    >
      {bars.map(({ key, net }, at) => (
        <rect
          key={key}
          x={at + (1 - BAR) / 2}
          width={BAR}
          y={net >= 0 ? zero - net * scale : zero}
          height={Math.abs(net) * scale}
          className={net >= 0 ? 'fill-coyote' : 'fill-danger'}
        >
          <title>{`${dayName(key)}: ${formatMoney(toCents(net))}`}</title>
        </rect>
      ))}
      <line
        x1={0}
        x2={bars.length}
        y1={zero}
        y2={zero}
        vectorEffect="non-scaling-stroke"
        className="stroke-line-strong"
      />
    </svg>
  )
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
