import { defineRoute, freshStaff, newApi, perMinute, staff } from '#kernel/api/api.server.ts'
import { csvResponse } from '#kernel/api/files/csv.server.ts'
import { csvAnswer } from '#kernel/api/files/file-answer.server.ts'
import * as contract from './contract.ts'
import { balanceOf } from './queries/balance.server.ts'
import { reportDaysOf, reportOf, revenueOf, wholeReportOf } from './queries/report.server.ts'
import { csvOf } from './report-csv.server.ts'

const revenue = defineRoute('get', '/admin/revenue', staff('revenue.read'), {
  summary: 'Get revenue, orders and average order value of this week, this month or all time (Mountain time)',
  query: contract.RevenueQuery,
  answers: contract.Revenue,
})

const report = defineRoute('get', '/admin/revenue/report', staff('revenue.read'), {
  summary: 'Get a report of sales, refunds and renewals by day, month, product, tier or state',
  query: contract.ReportQuery,
  answers: contract.Report,
})

const reportFile = defineRoute('get', '/admin/revenue/report.csv', freshStaff('revenue.read', perMinute(60)), {
  summary: 'Export all rows and sums of a report as CSV',
  query: contract.ReportFilters,
  responses: csvAnswer,
})

const balance = defineRoute('get', '/admin/revenue/balance', staff('revenue.read'), {
  summary: 'Get the balance of orders against payments: the difference, and where it is',
  query: contract.BalanceQuery,
  answers: contract.Balance,
})

export const revenueApi = () =>
  newApi()
    .openapi(revenue, async c => c.json(await revenueOf(c.var.ctx, c.req.valid('query')), 200))
    .openapi(report, async c => c.json(await reportOf(c.var.ctx, c.req.valid('query')), 200))
    .openapi(balance, async c => c.json(await balanceOf(c.var.ctx, c.req.valid('query')), 200))
    .openapi(reportFile, async c => {
      const filters = c.req.valid('query')
      const { from, to } = await reportDaysOf(c.var.ctx, filters)
      return csvResponse(
        `revenue-by-${filters.by}-${from}-${to}.csv`,
        csvOf(filters.by, () => wholeReportOf(c.var.ctx, { from, to }, filters)),
      )
    })

export type RevenueApi = ReturnType<typeof revenueApi>
