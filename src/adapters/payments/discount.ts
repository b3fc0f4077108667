import type { Cents } from '#platform/money.ts'
import type { CheckoutLine } from './port.ts'

/**
 * Takes a discount off product lines so that what remains adds up to the cent: each line gives in proportion to its
 * worth, rounded down, and the cents left over come off the lines with the largest remainders.
 * Chosen over a coupon at the provider, which would cost a second call for each order and leave coupons behind.
 * @param lines product lines only; fee, shipping and tax are added after.
 * @param discountCents from 0 to the sum of the lines.
 * @returns lines as before; one of several pieces whose rest does not divide evenly becomes a single line "3 × name".
 */
export function spreadDiscount(lines: CheckoutLine[], discountCents: Cents): CheckoutLine[] {
  const worth = lines.map(line => line.amountCents * line.quantity)
  const sum = worth.reduce((total, cents) => total + cents, 0)
  if (discountCents < 0 || discountCents > sum) throw new RangeError(`A discount of ${discountCents} on ${sum} cents`)
  if (discountCents === 0) return lines
  // Products of two amounts can pass 2^53, so the shares are computed in bigint.
  const shares = worth.map(cents => {
    const product = BigInt(cents) * BigInt(discountCents)
    return { whole: Number(product / BigInt(sum)), rest: product % BigInt(sum) }
  })
  let left = discountCents - shares.reduce((total, share) => total + share.whole, 0)
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? 0 : a.rest < b.rest ? 1 : -1))
  for (const share of byRest) {
    if (left === 0) break
    share.whole += 1
    left -= 1
  }
  return lines.map((line, at) => reduce(line, worth[at]! - shares[at]!.whole))
}

function reduce(line: CheckoutLine, net: Cents): CheckoutLine {
  if (net % line.quantity === 0) return { ...line, amountCents: net / line.quantity }
  return { ...line, name: `${line.quantity} × ${line.name}`, amountCents: net, quantity: 1 }
}
