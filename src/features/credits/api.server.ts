import { access, actorOf, answers, createRoute, newApi } from '#adapters/http/api.server.ts'
import { CreditBalances, CreditHistory, CreditHistoryQuery } from './contract.ts'
import { creditBalancesOf, creditHistoryOf } from './queries.server.ts'

const readBalances = createRoute({
  ...access('user'),
  method: 'get',
  path: '/credits',
  summary: 'How many credits of each tier one has to spend',
  responses: answers(CreditBalances),
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
      return c.json(await creditBalancesOf(ctx, actorOf(ctx).userId), 200)
    })
    .openapi(readHistory, async c => {
      const { ctx } = c.var
      return c.json(await creditHistoryOf(ctx, actorOf(ctx).userId, c.req.valid('query')), 200)
    })

export type CreditsApi = ReturnType<typeof creditsApi>
