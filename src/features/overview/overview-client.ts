import { useQuery } from '@tanstack/react-query'
import type { Period } from '#features/revenue/rules.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { type StaffPart, useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useAtTime, useRefreshWhile } from '#ui/time/use-now.ts'
import type { OverviewApi } from './api.server.ts'

const api = clientOf<OverviewApi>().admin

/** Changes in these areas can add or end work. */
const WORK_AREAS: readonly StaffPart[] = [
  ...(['activity', 'orders', 'payments', 'winners', 'tickets'] as const),
  ...(['giveaways', 'entries', 'reviews', 'products', 'proposals'] as const),
]

/** The four figures of the shop. */
export function useStats() {
  const stats = useQuery({ queryKey: ['admin-stats'], queryFn: () => call(api.stats.$get()) })
  useAdminChannel(['orders', 'giveaways', 'products', 'people'], () => void stats.refetch())
  return stats
}

/** The work that waits; fetched again on changes by colleagues, shoppers and the shop, and when a deadline passes. */
export function useToday() {
  const today = useQuery({ queryKey: ['admin-today'], queryFn: () => call(api.today.$get()) })
  const refetch = () => void today.refetch()
  useAdminChannel(WORK_AREAS, refetch)
  const next = today.data?.work.find(({ urgency }) => urgency === 'soon')?.dueAt
  useRefreshWhile(
    useAtTime(now => next !== undefined && next !== null && Date.parse(next) <= now, false),
    refetch,
  )
  return today
}

/** Activity of the last 24 hours; fetched again on new activity. */
export function useActivity() {
  const activity = useQuery({
    queryKey: ['admin-activity'],
    queryFn: () => call(api.activity.$get({ query: {} })),
  })
  useAdminChannel(['activity', 'orders', 'giveaways'], () => void activity.refetch())
  return activity
}

export const useCosts = (period: Period) =>
  useQuery({ queryKey: ['admin-costs', period], queryFn: () => call(api.costs.$get({ query: { period } })) })
