import { countProducts } from '#features/catalog/queries/count-products.server.ts'
import { dueDisputes } from '#features/disputes/queries/due-disputes.server.ts'
import { countActive } from '#features/giveaways/entries/queries/entered-since.server.ts'
import { countAccounts } from '#features/identity/registration/queries/registrations.server.ts'
import { revenueOf } from '#features/revenue/queries/report.server.ts'
import type { Context } from '#kernel/context.ts'
import { hasRight } from '#kernel/rights.ts'
import type { Stats } from '../contract.ts'

/** The four figures of the shop, and the open disputes. */
export async function statsOf(ctx: Context): Promise<Stats> {
  const [totalUsers, activeGiveaways, totalProducts, revenue, disputesDue] = await Promise.all([
    countAccounts(ctx),
    countActive(ctx),
    countProducts(ctx),
    hasRight(ctx.actor?.role, 'revenue.read') ? revenueOf(ctx, { period: 'all' }) : null,
    hasRight(ctx.actor?.role, 'orders.refund') ? dueDisputes(ctx) : null,
  ])
  return {
    totalUsers,
    activeGiveaways,
    totalProducts,
    totalRevenue: revenue?.total_revenue ?? null,
    disputesDue,
    outages: ctx.outages(),
  }
}
