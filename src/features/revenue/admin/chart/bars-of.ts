import { type Day, daysAfter } from '#kernel/values/shop-day.ts'
import type { Report } from '../../contract.ts'
import { type ComparedPeriod, firstDayOf } from '../../rules.ts'
import type { Bar } from './revenue-bars.tsx'

type Nets = Pick<Report, 'from' | 'to'> & { rows: readonly { key: string; net: number }[] }

/** Days without sales have no row and get an empty bar. */
function daysOf({ from, to, rows }: Nets): { key: Day; net: number }[] {
  const nets = new Map(rows.map(row => [row.key, row.net]))
  const days: { key: Day; net: number }[] = []
  for (let day = from; day <= to; day = daysAfter(day, 1)) days.push({ key: day, net: nets.get(day) ?? 0 })
  return days
}

/** One bar a day, or one a month as given. */
export const barsOf = (report: Nets & Pick<Report, 'by'>): Bar[] =>
  report.by === 'day' ? daysOf(report) : report.rows.map(({ key, net }) => ({ key, net }))

/**
 * One bar for each day of a period, with the same day of the whole period before it. Days to come have no own figure. A day that only the
 * longer period before has keeps its own date.
 */
export function pairedBars(report: Nets, before: Nets, period: ComparedPeriod): Bar[] {
  const days = daysOf(report)
  const earlier = daysOf(before)
  return Array.from({ length: Math.max(days.length, earlier.length) }, (_, at) => {
    const day = daysAfter(report.from, at)
    const isWithin = firstDayOf(period, day) === report.from
    return { key: isWithin ? day : earlier[at]!.key, net: days[at]?.net, before: earlier[at] }
  })
}
