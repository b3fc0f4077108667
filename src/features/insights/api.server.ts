import { access, actorOf, answers, createRoute, jsonBody, newApi, showing } from '#kernel/api/api.server.ts'
import { INSIGHTS, setVisibility } from './commands.server.ts'
import { Leaderboard, LeaderboardQuery, RecentSales, RecentSalesQuery, Visibility } from './contract.ts'
import { leaderboardOf, recentSalesOf, visibilityOf } from './queries.server.ts'

const leaderboard = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/leaderboard',
  summary: 'Top customers by credits earned, names shortened and addresses masked',
  request: { query: LeaderboardQuery },
  responses: answers(Leaderboard),
})

const recentSales = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/recent-sales',
  summary: 'The newest purchases, names shortened, newest first',
  request: { query: RecentSalesQuery },
  responses: answers(RecentSales),
})

const readVisibility = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/visibility',
  summary: 'Whether one is named among top customers and recent purchases',
  responses: answers(Visibility),
})

const changeVisibility = createRoute({
  ...access('user'),
  method: 'put',
  path: '/my/visibility',
  summary: 'Shows or hides oneself among top customers and recent purchases',
  request: jsonBody(Visibility),
  responses: answers(Visibility),
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
    .openapi(readVisibility, async c => c.json(await visibilityOf(c.var.ctx, actorOf(c.var.ctx).userId), 200))
    .openapi(changeVisibility, async c => {
      const { ctx } = c.var
      const { isShown } = c.req.valid('json')
      return c.json(await setVisibility(ctx, { userId: actorOf(ctx).userId, isShown }), 200)
    })

export type InsightsApi = ReturnType<typeof insightsApi>
