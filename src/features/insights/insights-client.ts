import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIsDemo } from '#kernel/client/site.ts'
import type { InsightsApi } from './api.server.ts'
import type { LeaderboardRow, RecentSale } from './contract.ts'

export const insightsClient = () => clientOf<InsightsApi>()

/** Rows of a list. `isSample` marks made-up rows, which only a demo shows when the real list cannot be loaded. */
type Shown<T> = { rows: T[]; isSample: boolean }

/** The top customers, under the query key `leaderboard`. */
export function useLeaderboard() {
  const isDemo = useIsDemo()
  return useQuery({
    queryKey: ['leaderboard'],
    queryFn: () =>
      call(insightsClient().leaderboard.$get({ query: {} })).then(
        ({ leaderboard }): Shown<LeaderboardRow> => ({ rows: leaderboard, isSample: false }),
        async (error): Promise<Shown<LeaderboardRow>> => {
          if (!isDemo) throw error
          return { rows: (await import('./recent-purchases/samples.ts')).SAMPLE_CUSTOMERS, isSample: true }
        },
      ),
  })
}

/** The newest purchases, under the query key `recent-sales`. */
export function useRecentSales() {
  const isDemo = useIsDemo()
  return useQuery({
    queryKey: ['recent-sales'],
    queryFn: () =>
      call(insightsClient()['recent-sales'].$get({ query: {} })).then(
        ({ sales }): Shown<RecentSale> => ({ rows: sales, isSample: false }),
        async (error): Promise<Shown<RecentSale>> => {
          if (!isDemo) throw error
          return { rows: (await import('./recent-purchases/samples.ts')).SAMPLE_SALES, isSample: true }
        },
      ),
    staleTime: 60_000,
  })
}
