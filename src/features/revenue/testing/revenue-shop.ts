import { openTestShop } from '#app/testing/shop.ts'
import { ReportQuery } from '../contract.ts'
import { openDaysOf } from '../queries/days.server.ts'
import { reportOf } from '../queries/report.server.ts'
import { booksOf } from './books.ts'

const NOW = '2026-11-10T19:00:00Z'
/** From before the first sale of the tests to after the last. */
export const MONTHS = { from: '2026-03-01', to: '2026-11-30' }

/** A shop in November whose books tests write themselves, and what its report says of them. */
export async function openRevenueShop() {
  const shop = await openTestShop({ now: new Date(NOW), connections: 20 })
  const admin = await shop.addUser({ admin: true })
  const books = booksOf(shop, admin.userId)
  // The shop adds up at its start, as a job: it is over before anybody counts on what is added up.
  await shop.settleJobs()
  return {
    shop,
    books,
    /** Back to the beginning: nothing was sold, and it is November again. */
    async reset() {
      shop.clock.set(NOW)
      await books.forgetAll()
    },
    report: async (query: string) => (await shop.call(`/api/admin/revenue/report?${query}`, { as: admin })).json,
    /** What stays, asked without a token, as a test may go years ahead. */
    net: async (query = 'period=all'): Promise<number> =>
      (await reportOf(shop.system, ReportQuery.parse(Object.fromEntries(new URLSearchParams(query))))).sums.net,
    openDays: () => openDaysOf(shop.system, MONTHS),
  }
}
