import type { Plan } from './plan.ts'

/** The order arithmetic, implemented a second time and in whole numbers only, so that an error in the shop is not repeated in the model. */
export type Priced = {
  subtotal: number
  discount: number
  feeClient: number
  feePlatform: number
  tax: number
  total: number
}

/** `a / b`, rounded to the nearest whole number, a half upwards; both not negative. */
const rounded = (a: number, b: number): number => Number((2n * BigInt(a) + BigInt(b)) / (2n * BigInt(b)))

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The discounts of coupons per line: percent before flat, the larger first; each applies to the rest after earlier coupons. */
export function sharesOf(
  lines: readonly { tier: string; worth: number }[],
  coupons: readonly (Plan['coupons'][number] & { code: string })[],
): { shares: number[]; amounts: Map<string, number> } {
  const left = lines.map(line => line.worth)
  const amounts = new Map<string, number>()
  const inOrder = [...coupons].sort(
    (a, b) =>
      Number(a.kind === 'flat') - Number(b.kind === 'flat') || b.amount - a.amount || (a.code < b.code ? -1 : 1),
  )
  for (const { code, kind, amount, tiers } of inOrder) {
    const worths = lines.map((line, at) => (tiers.length === 0 || tiers.includes(line.tier as never) ? left[at]! : 0))
    const all = sum(worths)
    const off = kind === 'flat' ? Math.min(amount, all) : rounded(all * amount, 10_000)
    amounts.set(code, off)
    if (off === 0) continue
    // Rounds each line down. The remaining cents go to the largest remainders, in line order for equal remainders.
    const parts = worths.map(worth => Math.floor((worth * off) / all))
    const order = worths
      .map((worth, at) => ({ at, rest: (worth * off) % all }))
      .sort((a, b) => b.rest - a.rest || a.at - b.at)
    for (const { at } of order.slice(0, off - sum(parts))) parts[at]! += 1
    for (const [at, part] of parts.entries()) left[at]! -= part
  }
  return { shares: lines.map((line, at) => line.worth - left[at]!), amounts }
}

/** 5% rounded up to a whole dollar and split 70 to 30; 8.25% tax, half a cent upwards; no shipping. */
export function priceOf(subtotal: number, discount: number): Priced {
  const net = subtotal - discount
  const fee = Math.ceil((net * 5) / 10_000) * 100
  const feeClient = rounded(fee * 7, 10)
  const tax = rounded(net * 825, 10_000)
  return { subtotal, discount, feeClient, feePlatform: fee - feeClient, tax, total: net + fee + tax }
}

type Refundable = { unit: number; quantity: number; share: number; refunded: number }

/** The refunded price after a given number of units of each line: every part in proportion to the units' net price, rounded. */
export function goneBack(price: Priced, lines: readonly Refundable[]): Priced {
  const discountOf = (line: Refundable, pieces: number) => rounded(line.share * pieces, line.quantity)
  const at = (pieces: (line: Refundable) => number) => ({
    discount: sum(lines.map(line => discountOf(line, pieces(line)))),
    gross: sum(lines.map(line => line.unit * pieces(line))),
    pieces: sum(lines.map(pieces)),
  })
  const now = at(line => line.refunded)
  const all = at(line => line.quantity)
  const [numerator, denominator] =
    all.gross === all.discount ? [now.pieces, all.pieces] : [now.gross - now.discount, all.gross - all.discount]
  const share = (part: number) => rounded(part * numerator, denominator)
  const parts = {
    subtotal: now.gross,
    discount: now.discount,
    feeClient: share(price.feeClient),
    feePlatform: share(price.feePlatform),
    tax: share(price.tax),
  }
  return { ...parts, total: now.gross - now.discount + parts.feeClient + parts.feePlatform + parts.tax }
}
