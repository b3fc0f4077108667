import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIsDemo } from '#kernel/client/site.ts'
import type { InsightsApi } from './api.server.ts'
import type { LeaderboardRow, RecentSale } from './contract.ts'

export const insightsClient = () => clientOf<InsightsApi>()

/** Rows of a list. `isSample` marks made-up rows, which only a demo shows when the real list cannot be loaded. */
export type Shown<T> = { rows: T[]; isSample: boolean }

function useShown<T>(name: string, read: () => Promise<T[]>, readSamples: () => Promise<T[]>, staleTime = 0) {
  const isDemo = useIsDemo()
  return useQuery({
    queryKey: [name],
    queryFn: () =>
      read().then(
        (rows): Shown<T> => ({ rows, isSample: false }),
        async (error): Promise<Shown<T>> => {
          if (!isDemo) throw error
          return { rows: await readSamples(), isSample: true }
        },
      ),
    ...(staleTime && { staleTime }),
  })
}

/** The top customers, under the query key `leaderboard`. */
export const useLeaderboard = () =>
  useShown<LeaderboardRow>(
    'leaderboard',
    async () => (await call(insightsClient().leaderboard.$get({ query: {} }))).leaderboard,
    async () => (await import('./samples.ts')).SAMPLE_CUSTOMERS,
  )

/** The newest purchases, under the query key `recent-sales`. */
export const useRecentSales = () =>
  useShown<RecentSale>(
    'recent-sales',
    async () => (await call(insightsClient()['recent-sales'].$get({ query: {} }))).sales,
    async () => (await import('./samples.ts')).SAMPLE_SALES,
    60_000,
  )
