// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { AdminRevenueTab } from '#features/revenue/admin/admin-revenue-tab.tsx'
import { answerCalls, press, refusal, show, signIn, withPage } from '#ui/testing/in-browser.tsx'
import { AdminOverviewTab } from './admin-overview-tab.tsx'

withPage()
beforeEach(() => signIn('owner'))

const PARTS = { subtotal: 0, discount: 0, feeClient: 0, feePlatform: 0, shipping: 0, tax: 0, total: 0 }
const NONE = {
  ...{ orders: 0, pieces: 0, net: 0, ...PARTS, refunds: { count: 0, ...PARTS } },
  ...{ renewals: { count: 0, total: 0 }, fees: {}, disputes: { total: 0, fees: 0 } },
}
const REVENUE = { total_revenue: 125, total_orders: 3, average_order_value: 41.67 }

/** The shop's answers, of which `isBroken` names the report that fails. */
function answer(isBroken: (by: string) => boolean) {
  const report = ({ query }: { query: Record<string, string> }) =>
    isBroken(query.by!)
      ? refusal(409, 'x', 'The reason of the server.')
      : Response.json({ from: '2026-03-02', to: '2026-03-04', by: query.by, rows: [], sums: NONE, check: null })
  return answerCalls({
    'GET /api/admin/today': { work: [] },
    'GET /api/admin/activity': { activities: [] },
    'GET /api/admin/stats': { totalUsers: 1, activeGiveaways: 1, totalProducts: 1, totalRevenue: null, outages: [] },
    'GET /api/admin/revenue': REVENUE,
    'GET /api/admin/revenue/report': report,
  })
}

it.each([
  ['overview', AdminOverviewTab, 'month'],
  ['overview', AdminOverviewTab, 'day'],
  ['revenue', AdminRevenueTab, 'day'],
])(
  'the chart of the %s that does not load says so with its reason, and loads again [B-12.254]',
  async (_, Tab, broken) => {
    let isAway = true
    const calls = answer(by => isAway && by === broken)
    show(<Tab />)
    await screen.findByText('Failed to load revenue data')
    expect(screen.getByText('The reason of the server.', { exact: false })).toBeTruthy()
    isAway = false
    const asked = () => calls.filter(({ query }) => query.by === broken).length
    const before = asked()
    await press('Try again')
    expect(asked()).toBeGreaterThan(before)
    await screen.findByText('$125.00')
    expect(screen.queryByText('Failed to load revenue data')).toBeNull()
  },
)
