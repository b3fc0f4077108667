import type { CartPorts } from '#features/cart/ports.ts'
import { catalogPrices } from '#features/catalog/queries/prices.server.ts'
import { productNames } from '#features/catalog/queries/product-names.server.ts'
import type { CodesPorts } from '#features/codes/ports.ts'
import { freeCredits } from '#features/giveaways/entries/commands/free-credits.server.ts'
import { autoEntryOf } from '#features/giveaways/entries/queries/auto-entry.server.ts'
import { activeEntryCountsOf } from '#features/giveaways/entries/queries/entry-counts.server.ts'
import { creditsSpentOn } from '#features/giveaways/entries/queries/spent-credits.server.ts'
import type { IdentityPorts } from '#features/identity/user/ports.ts'
import type { MembershipPorts } from '#features/membership/ports.ts'
import { unitsLeftOf } from '#features/orders/checkout/queries/fit-cart.server.ts'
import { referencesOf } from '#features/orders/history/queries/references.server.ts'
import { waitingOrders } from '#features/orders/order/address/commands/address-on-file.server.ts'
import type { OrdersPorts } from '#features/orders/order/ports.ts'
import { paidCountsOf } from '#features/orders/order/queries/paid-counts.server.ts'
import type { WishesPorts } from '#features/wishes/ports.ts'

/** What features need of features after them. A feature declares its needs in its `ports.ts`. */
export const cartPorts: CartPorts = { unitsLeftOf }
export const wishesPorts: WishesPorts = { productsOf: catalogPrices, namesOf: productNames }
export const identityPorts: IdentityPorts = {
  orders: waitingOrders,
  async countsOf(ctx, userId) {
    const [entries, purchases] = await Promise.all([activeEntryCountsOf(ctx, [userId]), paidCountsOf(ctx, [userId])])
    return { entries: entries.get(userId) ?? 0, purchases: purchases.get(userId) ?? 0 }
  },
}
export const codesPorts: CodesPorts = { referencesOf }
export const ordersPorts: OrdersPorts = { spentOn: creditsSpentOn, free: freeCredits }
export const membershipPorts: MembershipPorts = {
  isAutoEntryOn: async (ctx, userId) => (await autoEntryOf(ctx, userId)).autoEntryEnabled,
  refunds: ordersPorts,
}
