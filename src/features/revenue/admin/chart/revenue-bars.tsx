import {
  CartesianGrid,
  ComposedChart,
  Line,
  Bar as RechartsBar,
  Rectangle,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { dayName } from '../day-name.ts'

/** Net revenue of a day or month, in dollars. A day to come has none. */
export type Bar = {
  key: string
  net?: number | undefined
  /** The same day of the period before. */
  before?: { key: string; net: number } | undefined
}

const TICK = { fill: 'var(--muted)', fontSize: 12 }
/** The least distance between two dates on the axis, in pixels; dates that do not fit are left out. */
const DATE_GAP = 12

/**
 * The bars with their axes, and the period before as a dashed line. Hovering, tapping, or the arrow keys after Tab show the figure of a bar.
 * @param label what the chart shows, for screen readers.
 */
export function RevenueBars({ bars, label }: { bars: readonly Bar[]; label: string }) {
  return (
    <div className="h-56 sm:h-64">
      <ResponsiveContainer>
        <ComposedChart data={[...bars]} aria-label={label} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="key"
            tickFormatter={key => dayName(key, 'short')}
            interval="equidistantPreserveStart"
            minTickGap={DATE_GAP}
            tick={TICK}
            tickLine={false}
            axisLine={false}
          />
          <YAxis
            width="auto"
            allowDecimals={false}
            tickFormatter={dollars => formatMoney(toCents(dollars), 'short')}
            tick={TICK}
            tickLine={false}
            axisLine={false}
          />
          <ReferenceLine y={0} stroke="var(--line-strong)" />
          <Tooltip content={Figure} cursor={{ fill: 'var(--line)', opacity: 0.5 }} isAnimationActive={false} />
          <RechartsBar
            dataKey="net"
            isAnimationActive={false}
            shape={bar => <Rectangle {...bar} fill={bar.payload.net >= 0 ? 'var(--coyote)' : 'var(--danger)'} />}
          />
          {bars.some(({ before }) => before) && (
            <Line
              dataKey={({ before }: Bar) => before?.net}
              stroke="var(--ink)"
              strokeDasharray="4 3"
              dot={{ r: 2.5, fill: 'var(--ink)', strokeDasharray: '0' }}
              activeDot={false}
              isAnimationActive={false}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  )
}

/** The figure of the bar under the pointer or chosen by the arrow keys. */
function Figure({ active, payload }: TooltipContentProps) {
  const bar: Bar | undefined = payload[0]?.payload
  if (!active || !bar) return null
  const shown = [bar, bar.before].filter(day => day?.net !== undefined)
  return (
    <p role="status" className="border border-line-strong bg-raised px-3 py-1.5 text-ink text-sm tabular-nums">
      {shown.map(day => `${dayName(day!.key)}: ${formatMoney(toCents(day!.net!))}`).join(' · ')}
    </p>
  )
}
