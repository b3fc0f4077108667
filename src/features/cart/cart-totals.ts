import type { Settings } from '#kernel/settings.ts'
import { type Cents, toCents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { type CartItem, unitPriceOf } from './cart-item.ts'
import { feeOf } from './rules.ts'

export type CartTotals = {
  /** One-time goods, on which the fee is charged. */
  subtotal: Cents
  fee: Cents
  /** Memberships, billed again every interval and paid in an order of their own. */
  memberships: Cents
  /** Credits per tier that the current charge earns. */
  earned: { tier: Tier; amount: number }[]
  /** The cart holds memberships and goods; only the goods can be charged. */
  isMixed: boolean
}

const lineCents = (item: CartItem): Cents => toCents(unitPriceOf(item)) * item.quantity

/** Totals of the drawer before the server prices the cart; discount, shipping and tax come with the quote. */
export function totalsOf(items: readonly CartItem[], fee: Settings['fee']): CartTotals {
  const goods = items.filter(item => !item.isSubscription)
  const others = items.filter(item => item.isSubscription)
  const sum = (some: readonly CartItem[]) => some.reduce((cents, item) => cents + lineCents(item), 0)
  const subtotal = sum(goods)
  const charged = goods.length > 0 ? goods : others
  const amountOf = (tier: Tier) =>
    charged.reduce((amount, item) => amount + (item.tier === tier ? item.entries * item.quantity : 0), 0)
  return {
    subtotal,
    fee: feeOf(subtotal, fee).amount,
    memberships: sum(others),
    earned: TIERS.map(tier => ({ tier, amount: amountOf(tier) })).filter(({ amount }) => amount > 0),
    isMixed: goods.length > 0 && others.length > 0,
  }
}
