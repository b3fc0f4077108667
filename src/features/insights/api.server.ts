import { access, callerId, showing } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { INSIGHTS, setVisibility } from './commands.server.ts'
import { Leaderboard, LeaderboardQuery, RecentSales, RecentSalesQuery, Visibility } from './contract.ts'
import { listLeaders, listRecentSales, readVisibility } from './queries.server.ts'

export const insightsApi = () =>
  newApi(
    defineRoute('get', '/leaderboard', access('anyone'), {
      summary: 'List the top customers by credits earned, with shortened names and masked e-mail addresses',
      query: LeaderboardQuery,
      answers: Leaderboard,
      handler: async ({ ctx, query, c }) => {
        showing(c, INSIGHTS)
        return { leaderboard: await listLeaders(ctx, query) }
      },
    }),

    defineRoute('get', '/recent-sales', access('anyone'), {
      summary: 'List recent purchases, newest first, with shortened names',
      query: RecentSalesQuery,
      answers: RecentSales,
      handler: async ({ ctx, query, c }) => {
        showing(c, INSIGHTS)
        return { sales: await listRecentSales(ctx, query) }
      },
    }),

    defineRoute('get', '/my/visibility', access('user'), {
      summary: 'Get whether the caller is shown among top customers and recent purchases',
      answers: Visibility,
      handler: ({ ctx }) => readVisibility(ctx, callerId(ctx)),
    }),

    defineRoute('put', '/my/visibility', access('user'), {
      summary: 'Show or hide the caller among top customers and recent purchases',
      body: Visibility,
      answers: Visibility,
      handler: ({ ctx, body: { isShown } }) => setVisibility(ctx, { userId: callerId(ctx), isShown }),
    }),
  )

export type InsightsApi = ReturnType<typeof insightsApi>
