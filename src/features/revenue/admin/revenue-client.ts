import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useList } from '#ui/use-list.ts'
import type { RevenueApi } from '../api.server.ts'
import type { Grouping } from '../contract.ts'
import { dayCountOf, type Period } from '../rules.ts'
import type { Days, Ordered } from './revenue-params.ts'

const api = () => clientOf<RevenueApi>().admin.revenue

/** Rows per page. */
const PAGE = 50
/** Up to this many days each day has a bar; beyond, each month has one. */
const MOST_BARS = 92

/** The overview figures of a period. */
export const useRevenue = (period: Period | undefined) =>
  useQuery({
    queryKey: ['revenue', period],
    queryFn: () => call(api().$get({ query: { period: period! } })),
    enabled: period !== undefined,
  })

/** The sums of a range of days, with one row per month. */
export const useMonths = (days: Days) =>
  useQuery({
    queryKey: ['revenue-months', days],
    queryFn: () => call(api().report.$get({ query: { ...days, by: 'month', direction: 'ascending', limit: '1000' } })),
    placeholderData: keepPreviousData,
  })

/** Data of the chart: days for a short range, else months. `error` is that of either. */
export function useBars(days: Days) {
  const months = useMonths(days)
  const isShort = months.data !== undefined && dayCountOf(months.data.from, months.data.to) <= MOST_BARS
  const daily = useQuery({
    queryKey: ['revenue-days', days],
    queryFn: () => call(api().report.$get({ query: { ...days, by: 'day', direction: 'ascending', limit: '1000' } })),
    enabled: isShort && !months.isPlaceholderData,
    placeholderData: keepPreviousData,
  })
  return {
    months,
    report: isShort ? daily.data : months.data,
    error: months.error ?? daily.error,
    // Days that are not shown are not asked for.
    refetch: () => Promise.all([months.refetch(), isShort && daily.refetch()]),
  }
}

/** The rows of a grouping, page by page. */
export const useRows = (days: Days, by: Grouping, { sort, direction }: Ordered) =>
  useList({
    queryKey: ['revenue-rows', days, by, sort, direction],
    fetchPage: next =>
      call(
        api().report.$get({
          query: { ...days, by, ...(sort && { sort }), ...(direction && { direction }), limit: String(PAGE), ...next },
        }),
      ),
    rowsOf: page => page.rows,
  })

/** The balance of our books and the provider's. */
export const useBalance = (days: Days) =>
  useQuery({
    queryKey: ['revenue-balance', days],
    queryFn: () => call(api().balance.$get({ query: days })),
  })
