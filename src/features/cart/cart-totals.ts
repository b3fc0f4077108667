import { type Cents, toCents } from '#platform/money.ts'
import type { Settings } from '#platform/settings.ts'
import { TIERS, type Tier } from '#platform/tiers.ts'
import { type CartItem, unitPriceOf } from './cart-item.ts'
import { feeOf } from './rules.ts'

export type CartTotals = {
  /** One-time goods; what the fee is of. */
  subtotal: Cents
  fee: Cents
  /** Memberships, each billed again every interval; they are paid by themselves. */
  memberships: Cents
  /** Tiers in which what is charged now earns credits. */
  earned: { tier: Tier; amount: number }[]
  /** Memberships and goods in one cart: only the goods can be charged. */
  isMixed: boolean
}

const lineCents = (item: CartItem): Cents => toCents(unitPriceOf(item)) * item.quantity

/** What the drawer tells of a cart before the server has priced it; discount, shipping and tax come with the quote. */
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
