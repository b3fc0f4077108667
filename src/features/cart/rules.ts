import type { Cents } from '#platform/money.ts'
import type { Settings } from '#platform/settings.ts'

export type Fee = { amount: Cents; clientShare: Cents; platformShare: Cents }

const MILLION = 1_000_000

/**
 * A share of an amount in cents, not yet rounded. The rate is taken as whole millionths, so that what is multiplied are
 * integers: 0.07 × 100 in floats is 7.000000000000001, and rounds up to a dollar too many.
 */
export const shareOf = (cents: Cents, rate: number) => (cents * Math.round(rate * MILLION)) / MILLION

/**
 * The merchant platform fee: a share of what the goods cost after the discount, rounded up to the next whole dollar,
 * and split between client and platform to the cent (checkout-and-admin.md section 9; decisions.md "Money").
 * It stands with the cart, so that the drawer can tell it before anything is sent.
 */
export function feeOf(netCents: Cents, { rate, clientShare }: Settings['fee']): Fee {
  const amount = Math.ceil(shareOf(netCents, rate) / 100) * 100
  const client = Math.round(shareOf(amount, clientShare))
  return { amount, clientShare: client, platformShare: amount - client }
}
