import type { Settings } from '#kernel/settings.ts'
import { type Cents, toCents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { type CartItem, canBeBought, unitPriceOf } from './cart-item.ts'

export type Fee = { amount: Cents; clientShare: Cents; platformShare: Cents }

const MILLION = 1_000_000

/**
 * A share of an amount in cents, not rounded. The rate is converted to whole millionths, so that the product is an integer: 0.07 ×
 * 100 in floats is 7.000000000000001, which rounds up to a dollar too many.
 */
export const shareOf = (cents: Cents, rate: number) => (cents * Math.round(rate * MILLION)) / MILLION

/**
 * The merchant platform fee: a share of the goods' price after the discount, rounded up to the next whole dollar, and split
 * between client and platform to the cent. Lives in the cart feature, so that the drawer can show the fee without a request.
 */
export function feeOf(netCents: Cents, { rate, clientShare }: Settings['fee']): Fee {
  const amount = Math.ceil(shareOf(netCents, rate) / 100) * 100
  const client = Math.round(shareOf(amount, clientShare))
  return { amount, clientShare: client, platformShare: amount - client }
}

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

/** Totals of the lines that can be bought, for the drawer before the server prices the cart; discount, shipping and tax come with the quote. */
export function totalsOf(items: readonly CartItem[], fee: Settings['fee']): CartTotals {
  const goods = items.filter(item => canBeBought(item) && !item.isSubscription)
  const others = items.filter(item => canBeBought(item) && item.isSubscription)
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
