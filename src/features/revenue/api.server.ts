import { access, answers, createRoute, newApi } from '#adapters/http/api.server.ts'
import * as contract from './contract.ts'
import { reportOf, revenueOf } from './queries/report.server.ts'

const revenue = createRoute({
  ...access('admin'),
  method: 'get',
  path: '/admin/revenue',
  summary: 'Total revenue, orders and their average value in this week, this month or all time (Mountain time)',
  request: { query: contract.RevenueQuery },
  responses: answers(contract.Revenue),
})

const report = createRoute({
  ...access('admin'),
  method: 'get',
  path: '/admin/revenue/report',
  summary: 'What was sold, paid back and renewed, by day, month, product, tier or state',
  request: { query: contract.ReportQuery },
  responses: answers(contract.Report),
})

export const revenueApi = () =>
  newApi()
    .openapi(revenue, async c => c.json(await revenueOf(c.var.ctx, c.req.valid('query')), 200))
    .openapi(report, async c => c.json(await reportOf(c.var.ctx, c.req.valid('query')), 200))

export type RevenueApi = ReturnType<typeof revenueApi>
