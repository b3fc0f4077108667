import { findCheapestEarning } from '#features/catalog/queries/cheapest-earning.server.ts'
import { entriesOf } from '#features/orders/order/money/prices.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'

/**
 * How many entries one free entry gives, by mail or online: as many as the cheapest purchase of the tier. `entriesOf` computes both, so that
 * an offer that raises the entries of a purchase raises these too. One where no purchase earns the tier.
 */
export async function readEntriesPerFreeEntry(ctx: DataContext, tier: Tier): Promise<number> {
  const product = await findCheapestEarning(ctx, tier)
  return product ? entriesOf([{ ...product, quantity: 1 }])[tier] : 1
}
