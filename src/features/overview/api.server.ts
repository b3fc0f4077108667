import { staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import * as contract from './contract.ts'
import { listActivity, readCosts, readStats } from './queries.server.ts'
import { readToday } from './today/today.server.ts'

export const overviewApi = () =>
  newApi(
    defineRoute('get', '/admin/stats', staff('overview.read'), {
      summary: 'Get the counts of users, giveaways open for entry and products, and the revenue of all time',
      answers: contract.Stats,
      handler: ({ ctx }) => readStats(ctx),
    }),

    defineRoute('get', '/admin/today', staff('overview.read'), {
      summary: 'List work that waits for the caller, most urgent kind first, with the first records of each kind',
      answers: contract.Today,
      handler: ({ ctx }) => readToday(ctx),
    }),

    defineRoute('get', '/admin/activity', staff('activity.read'), {
      summary: 'List purchases, entries and registrations of the last 24 hours, newest first',
      query: contract.ActivityQuery,
      answers: contract.Activities,
      handler: async ({ ctx, query }) => ({ activities: await listActivity(ctx, query) }),
    }),

    defineRoute('get', '/admin/costs', staff('costs.read'), {
      summary: 'Get fees with their shares, and the estimated costs of payments and SMS by list prices',
      query: contract.CostsQuery,
      answers: contract.Costs,
      handler: ({ ctx, query }) => readCosts(ctx, query),
    }),
  )

export type OverviewApi = ReturnType<typeof overviewApi>
