import { access, callerId, defineRoute, newApi } from '#kernel/api/api.server.ts'
import { refusals } from '#platform/errors.ts'
import {
  AwardInput,
  ConsumeInput,
  CREDIT_ERRORS,
  CreditHistory,
  CreditHistoryQuery,
  CreditStanding,
} from './contract.ts'
import { creditHistoryOf, creditStandingOf } from './queries.server.ts'

const refuse = refusals(CREDIT_ERRORS)

const readBalances = defineRoute('get', '/credits', access('user'), {
  summary: 'Get the caller’s available credits by tier, auto-entry setting and monthly credit',
  answers: CreditStanding,
})

const readHistory = defineRoute('get', '/my/credits/history', access('user'), {
  summary: 'Get the caller’s credit statement, newest first',
  query: CreditHistoryQuery,
  answers: CreditHistory,
})

const consume = defineRoute('post', '/credits/consume', access('user'), {
  summary: 'Spend credits; always refused, because the entry that a credit pays for spends it',
  body: ConsumeInput,
  responses: { 403: { description: 'Always' } },
  isRead: true,
})

const award = defineRoute('post', '/credits/award', access('user'), {
  summary: 'Award credits; always refused, because a paid order awards credits and staff grant them',
  body: AwardInput,
  responses: { 403: { description: 'Always' } },
  isRead: true,
})

export const creditsApi = () =>
  newApi()
    .openapi(readBalances, async c => c.json(await creditStandingOf(c.var.ctx, callerId(c)), 200))
    .openapi(readHistory, async c => c.json(await creditHistoryOf(c.var.ctx, callerId(c), c.req.valid('query')), 200))
    .openapi(consume, () => {
      throw refuse('spent_by_entry')
    })
    .openapi(award, () => {
      throw refuse('awarded_by_payment')
    })

export type CreditsApi = ReturnType<typeof creditsApi>
