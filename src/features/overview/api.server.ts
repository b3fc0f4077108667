import { defineRoute, newApi, staff } from '#kernel/api/api.server.ts'
import * as contract from './contract.ts'
import { activityOf, costsOf, statsOf } from './queries.server.ts'
import { todayOf } from './today/today.server.ts'

const stats = defineRoute('get', '/admin/stats', staff('overview.read'), {
  summary: 'Get the counts of users, giveaways open for entry and products, and the revenue of all time',
  answers: contract.Stats,
})

const today = defineRoute('get', '/admin/today', staff('overview.read'), {
  summary: 'List work that waits for the caller, most urgent kind first, with the first records of each kind',
  answers: contract.Today,
})

const activity = defineRoute('get', '/admin/activity', staff('activity.read'), {
  summary: 'List purchases, entries and registrations of the last 24 hours, newest first',
  query: contract.ActivityQuery,
  answers: contract.Activities,
})

const costs = defineRoute('get', '/admin/costs', staff('costs.read'), {
  summary: 'Get fees with their shares, and the estimated costs of payments and SMS by list prices',
  query: contract.CostsQuery,
  answers: contract.Costs,
})

export const overviewApi = () =>
  newApi()
    .openapi(stats, async c => c.json(await statsOf(c.var.ctx), 200))
    .openapi(today, async c => c.json(await todayOf(c.var.ctx), 200))
    .openapi(activity, async c => c.json({ activities: await activityOf(c.var.ctx, c.req.valid('query')) }, 200))
    .openapi(costs, async c => c.json(await costsOf(c.var.ctx, c.req.valid('query')), 200))

export type OverviewApi = ReturnType<typeof overviewApi>
