import type { Settings } from '#kernel/settings.ts'
import type { Cents } from '#kernel/values/money.ts'

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
