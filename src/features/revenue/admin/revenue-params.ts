import { GROUPINGS, type Grouping, SORTS, type Sort } from '../contract.ts'
import { PERIODS, type Period } from '../rules.ts'

/** The days of a report, in the form of the API. */
export type Days = { period: Period } | { from: string; to: string }
export type Ordered = { sort?: Sort | undefined; direction?: 'ascending' | 'descending' | undefined }

const RANGE = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** Parses the days of the address: `days=week`, or `days=2026-01-01..2026-01-31`. Missing or invalid values mean this week. */
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

/** The days in the form of the address. */
export const wordOf = (days: Days): string => ('period' in days ? days.period : `${days.from}..${days.to}`)

/** Parses grouping and sort: `by=product&sort=tax&direction=descending`. The default is by day. */
export function rowsOf(params: URLSearchParams): Ordered & { by: Grouping } {
  return {
    by: GROUPINGS.find(by => by === params.get('by')) ?? 'day',
    sort: SORTS.find(sort => sort === params.get('sort')),
    direction: (['ascending', 'descending'] as const).find(direction => direction === params.get('direction')),
  }
}
