import { access, callerId, defineRoute, newApi, showing } from '#kernel/api/api.server.ts'
import { INSIGHTS, setVisibility } from './commands.server.ts'
import { Leaderboard, LeaderboardQuery, RecentSales, RecentSalesQuery, Visibility } from './contract.ts'
import { leaderboardOf, recentSalesOf, visibilityOf } from './queries.server.ts'

const leaderboard = defineRoute('get', '/leaderboard', access('anyone'), {
  summary: 'List the top customers by credits earned, with shortened names and masked e-mail addresses',
  query: LeaderboardQuery,
  answers: Leaderboard,
})

const recentSales = defineRoute('get', '/recent-sales', access('anyone'), {
  summary: 'List recent purchases, newest first, with shortened names',
  query: RecentSalesQuery,
  answers: RecentSales,
})

const readVisibility = defineRoute('get', '/my/visibility', access('user'), {
  summary: 'Get whether the caller is shown among top customers and recent purchases',
  answers: Visibility,
})

const changeVisibility = defineRoute('put', '/my/visibility', access('user'), {
  summary: 'Show or hide the caller among top customers and recent purchases',
  body: Visibility,
  answers: Visibility,
})

export const insightsApi = () =>
  newApi()
    .openapi(leaderboard, async c => {
      showing(c, INSIGHTS)
      return c.json({ leaderboard: await leaderboardOf(c.var.ctx, c.req.valid('query')) }, 200)
    })
    .openapi(recentSales, async c => {
      showing(c, INSIGHTS)
      return c.json({ sales: await recentSalesOf(c.var.ctx, c.req.valid('query')) }, 200)
    })
    .openapi(readVisibility, async c => c.json(await visibilityOf(c.var.ctx, callerId(c)), 200))
    .openapi(changeVisibility, async c => {
      const { isShown } = c.req.valid('json')
      return c.json(await setVisibility(c.var.ctx, { userId: callerId(c), isShown }), 200)
    })

export type InsightsApi = ReturnType<typeof insightsApi>
