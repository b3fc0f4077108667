import { answers, createRoute, newApi, staff } from '#kernel/api/api.server.ts'
import * as contract from './contract.ts'
import { activityOf, costsOf, statsOf } from './queries.server.ts'
import { todayOf } from './today/today.server.ts'

const stats = createRoute({
  ...staff('overview.read'),
  method: 'get',
  path: '/admin/stats',
  summary: 'Users, giveaways that take entries now, products, and revenue of all time',
  responses: answers(contract.Stats),
})

const today = createRoute({
  ...staff('overview.read'),
  method: 'get',
  path: '/admin/today',
  summary: 'Work that waits for the caller, the most urgent kind first, with the first records of each kind',
  responses: answers(contract.Today),
})

const activity = createRoute({
  ...staff('activity.read'),
  method: 'get',
  path: '/admin/activity',
  summary: 'Purchases, entries and registrations of the last 24 hours, newest first',
  request: { query: contract.ActivityQuery },
  responses: answers(contract.Activities),
})

const costs = createRoute({
  ...staff('costs.read'),
  method: 'get',
  path: '/admin/costs',
  summary: 'Fees and their shares, and what payments and SMS cost by list prices',
  request: { query: contract.CostsQuery },
  responses: answers(contract.Costs),
})

export const overviewApi = () =>
  newApi()
    .openapi(stats, async c => c.json(await statsOf(c.var.ctx), 200))
    .openapi(today, async c => c.json(await todayOf(c.var.ctx), 200))
    .openapi(activity, async c => c.json({ activities: await activityOf(c.var.ctx, c.req.valid('query')) }, 200))
    .openapi(costs, async c => c.json(await costsOf(c.var.ctx, c.req.valid('query')), 200))

export type OverviewApi = ReturnType<typeof overviewApi>
