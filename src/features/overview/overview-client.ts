import { useQuery } from '@tanstack/react-query'
import type { Period } from '#features/revenue/rules.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import type { OverviewApi } from './api.server.ts'

const api = clientOf<OverviewApi>().admin

/** The four figures of the shop. */
export function useStats() {
  const stats = useQuery({ queryKey: ['admin-stats'], queryFn: () => call(api.stats.$get()) })
  useAdminChannel(['orders', 'giveaways', 'products', 'people'], () => void stats.refetch())
  return stats
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
