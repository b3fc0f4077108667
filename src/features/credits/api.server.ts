import { access, actorOf, answers, createRoute, newApi } from '#adapters/http/api.server.ts'
import { CreditHistory, CreditHistoryQuery, CreditStanding } from './contract.ts'
import { creditHistoryOf, creditStandingOf } from './queries.server.ts'

const readBalances = createRoute({
  ...access('user'),
  method: 'get',
  path: '/credits',
  summary: 'How many credits of each tier one has to spend, and one’s auto-entry and monthly credit',
  responses: answers(CreditStanding),
})

const readHistory = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/credits/history',
  summary: 'The credit statement, newest first',
  request: { query: CreditHistoryQuery },
  responses: answers(CreditHistory),
})

export const creditsApi = () =>
  newApi()
    .openapi(readBalances, async c => {
      const { ctx } = c.var
      return c.json(await creditStandingOf(ctx, actorOf(ctx).userId), 200)
    })
    .openapi(readHistory, async c => {
      const { ctx } = c.var
      return c.json(await creditHistoryOf(ctx, actorOf(ctx).userId, c.req.valid('query')), 200)
    })

export type CreditsApi = ReturnType<typeof creditsApi>
