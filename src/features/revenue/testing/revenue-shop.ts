import { testShop } from '#app/testing/shop.ts'
import { ReportQuery } from '../contract.ts'
import { listOpenDays } from '../queries/days.server.ts'
import { readReport } from '../queries/report.server.ts'
import { booksOf } from './books.ts'

const NOW = '2026-11-10T19:00:00Z'
/** From before the first sale of the tests to after the last. */
export const MONTHS = { from: '2026-03-01', to: '2026-11-30' }

/** The shop of a test file in November whose books the tests write, with access to its report. */
export async function openRevenueShop() {
  const shop = await testShop({ now: new Date(NOW), connections: 20 })
  const admin = await shop.addUser({ admin: true })
  const books = booksOf(shop, admin.userId)
  // The shop rolls up at its start in a job. The job ends before any test relies on rolled-up days.
  await shop.settleJobs()
  return {
    shop,
    books,
    /** Resets the shop: no sales, and November again. */
    async reset() {
      shop.clock.set(NOW)
      await books.forgetAll()
    },
    report: async (query: string) => (await shop.call(`/api/admin/revenue/report?${query}`, { as: admin })).json,
    /** The net, read without a token, because a test may move the clock by years. */
    net: async (query = 'period=all'): Promise<number> =>
      (await readReport(shop.system, ReportQuery.parse(Object.fromEntries(new URLSearchParams(query))))).sums.net,
    openDays: () => listOpenDays(shop.system, MONTHS),
  }
}
