import { access, callerId } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pick, refusals } from '#platform/errors.ts'
import {
  AwardInput,
  ConsumeInput,
  CREDIT_ERRORS,
  CreditHistory,
  CreditHistoryQuery,
  CreditStanding,
} from './contract.ts'
import { listCreditHistory, readCreditStanding } from './queries.server.ts'

const refuse = refusals(CREDIT_ERRORS)

export const creditsApi = () =>
  newApi(
    defineRoute('get', '/credits', access('user'), {
      summary: 'Get the caller’s available credits by tier, auto-entry setting and monthly credit',
      answers: CreditStanding,
      handler: ({ ctx }) => readCreditStanding(ctx, callerId(ctx)),
    }),

    defineRoute('get', '/my/credits/history', access('user'), {
      summary: 'Get the caller’s credit statement, newest first',
      query: CreditHistoryQuery,
      answers: CreditHistory,
      handler: ({ ctx, query }) => listCreditHistory(ctx, callerId(ctx), query),
    }),

    defineRoute('post', '/credits/consume', access('user'), {
      summary: 'Spend credits; always refused, because the entry that a credit pays for spends it',
      body: ConsumeInput,
      responses: { 403: { description: 'Always' } },
      isRead: true,
      refuses: [pick(CREDIT_ERRORS, 'spent_by_entry')],
      handler: () => {
        throw refuse('spent_by_entry')
      },
    }),

    defineRoute('post', '/credits/award', access('user'), {
      summary: 'Award credits; always refused, because a paid order awards credits and staff grant them',
      body: AwardInput,
      responses: { 403: { description: 'Always' } },
      isRead: true,
      refuses: [pick(CREDIT_ERRORS, 'awarded_by_payment')],
      handler: () => {
        throw refuse('awarded_by_payment')
      },
    }),
  )

export type CreditsApi = ReturnType<typeof creditsApi>
