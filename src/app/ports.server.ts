import type { CartPorts } from '#features/cart/ports.ts'
import { readCatalogPrices } from '#features/catalog/queries/prices.server.ts'
import { readProductNames } from '#features/catalog/queries/product-names.server.ts'
import type { CodesPorts } from '#features/codes/ports.ts'
import { freeCredits } from '#features/giveaways/entries/commands/free-credits.server.ts'
import { readAutoEntry } from '#features/giveaways/entries/queries/auto-entry.server.ts'
import { readActiveEntryCounts } from '#features/giveaways/entries/queries/entry-counts.server.ts'
import { listCreditsSpentOn } from '#features/giveaways/entries/queries/spent-credits.server.ts'
import type { IdentityPorts } from '#features/identity/user/ports.ts'
import type { MembershipPorts } from '#features/membership/ports.ts'
import { readUnitsLeft } from '#features/orders/checkout/queries/fit-cart.server.ts'
import { readReferences } from '#features/orders/history/queries/references.server.ts'
import { waitingOrders } from '#features/orders/order/address/commands/waiting-orders.server.ts'
import type { OrdersPorts } from '#features/orders/order/ports.ts'
import { readPaidCounts } from '#features/orders/order/queries/paid-counts.server.ts'
import type { WishesPorts } from '#features/wishes/ports.ts'

/** What features need of features after them. A feature declares its needs in its `ports.ts`. */
export const cartPorts: CartPorts = { unitsLeftOf: readUnitsLeft }
export const wishesPorts: WishesPorts = { productsOf: readCatalogPrices, namesOf: readProductNames }
export const identityPorts: IdentityPorts = {
  orders: waitingOrders,
  async countsOf(ctx, userId) {
    const [entries, purchases] = await Promise.all([
      readActiveEntryCounts(ctx, [userId]),
      readPaidCounts(ctx, [userId]),
    ])
    return { entries: entries.get(userId) ?? 0, purchases: purchases.get(userId) ?? 0 }
  },
}
export const codesPorts: CodesPorts = { referencesOf: readReferences }
export const ordersPorts: OrdersPorts = { spentOn: listCreditsSpentOn, free: freeCredits }
export const membershipPorts: MembershipPorts = {
  isAutoEntryOn: async (ctx, userId) => (await readAutoEntry(ctx, userId)).autoEntryEnabled,
  refunds: ordersPorts,
}
