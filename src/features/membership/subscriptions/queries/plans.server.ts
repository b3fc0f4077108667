import { listMembershipProducts } from '#features/catalog/queries/memberships.server.ts'
import type { Context } from '#kernel/context.ts'
import type { PLANS } from '../../contract.ts'
import { monthlyCentsOf } from '../../rules.ts'

export type OfferedPlan = {
  plan: (typeof PLANS)[number]
  interval: 'month' | 'year'
  /** Price per month. */
  amountCents: number
  /** Amount of each bill. */
  totalCents: number
  productId: string
}

/** The plans for sale now, monthly first; of several products for a plan, the first in the store's order. */
export async function listOfferedPlans(ctx: Context): Promise<OfferedPlan[]> {
  const products = await listMembershipProducts(ctx)
  return (['monthly', 'yearly'] as const).flatMap(plan => {
    const interval = plan === 'yearly' ? 'year' : 'month'
    const product = products.find(offered => offered.interval === interval)
    if (!product) return []
    const { productId, paidCents: totalCents } = product
    return [{ plan, interval, amountCents: monthlyCentsOf(totalCents, plan), totalCents, productId } as const]
  })
}
