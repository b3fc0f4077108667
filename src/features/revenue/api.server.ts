import { freshStaff, perMinute, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { csvResponse } from '#kernel/api/files/csv.server.ts'
import { csvAnswer } from '#kernel/api/files/file-answer.server.ts'
import * as contract from './contract.ts'
import { readRevenueBalance } from './queries/balance.server.ts'
import { readReport, readReportDays, readRevenue, readWholeReport } from './queries/report.server.ts'
import { csvOf } from './report-csv.server.ts'

export const revenueApi = () =>
  newApi(
    defineRoute('get', '/admin/revenue', staff('revenue.read'), {
      summary: 'Get revenue, orders and average order value of this week, this month or all time, by days of the shop',
      query: contract.RevenueQuery,
      answers: contract.Revenue,
      handler: ({ ctx, query }) => readRevenue(ctx, query),
    }),

    defineRoute('get', '/admin/revenue/report', staff('revenue.read'), {
      summary: 'Get a report of sales, refunds and renewals by day, month, product, tier or state',
      query: contract.ReportQuery,
      answers: contract.Report,
      handler: ({ ctx, query }) => readReport(ctx, query),
    }),

    defineRoute('get', '/admin/revenue/balance', staff('revenue.read'), {
      summary: 'Get the balance of orders against payments: the difference, and where it is',
      query: contract.BalanceQuery,
      answers: contract.Balance,
      handler: ({ ctx, query }) => readRevenueBalance(ctx, query),
    }),

    defineRoute('get', '/admin/revenue/report.csv', freshStaff('revenue.read', perMinute(60)), {
      summary: 'Export all rows and sums of a report as CSV',
      query: contract.ReportFilters,
      responses: csvAnswer,
      handler: async ({ ctx, query }) => {
        const { from, to } = await readReportDays(ctx, query)
        return csvResponse(
          `revenue-by-${query.by}-${from}-${to}.csv`,
          csvOf(query.by, () => readWholeReport(ctx, { from, to }, query)),
        )
      },
    }),
  )

export type RevenueApi = ReturnType<typeof revenueApi>
