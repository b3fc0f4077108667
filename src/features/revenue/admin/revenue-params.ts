import { GROUPINGS, type Grouping, SORTS, type Sort } from '../contract.ts'
import { PERIODS, type Period } from '../rules.ts'

/** The days of a report, as the API is asked for them. */
export type Days = { period: Period } | { from: string; to: string }
export type Ordered = { sort?: Sort | undefined; direction?: 'ascending' | 'descending' | undefined }

const RANGE = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** The days in the address: `days=week`, or `days=2026-01-01..2026-01-31`. This week when nothing or nonsense stands there. */
export function daysOf(params: URLSearchParams): Days {
  const asked = params.get('days') ?? ''
  const [, from, to] = RANGE.exec(asked) ?? []
  if (from && to && from <= to && isDay(from) && isDay(to)) return { from, to }
  return { period: PERIODS.find(period => period === asked) ?? 'week' }
}

const isDay = (day: string) => {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** The same as it stands in the address. */
export const wordOf = (days: Days): string => ('period' in days ? days.period : `${days.from}..${days.to}`)

/** How rows are grouped and ordered: `by=product&sort=tax&direction=descending`. By day when nothing stands there. */
export function rowsOf(params: URLSearchParams): Ordered & { by: Grouping } {
  return {
    by: GROUPINGS.find(by => by === params.get('by')) ?? 'day',
    sort: SORTS.find(sort => sort === params.get('sort')),
    direction: (['ascending', 'descending'] as const).find(direction => direction === params.get('direction')),
  }
}
