import type { Cents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import type { Breakdown } from './prices.ts'

/** The parts of a price. */
export type PriceParts = {
  subtotal: Cents
  discount: Cents
  feeClient: Cents
  feePlatform: Cents
  shipping: Cents
  tax: Cents
}

/** The refunded parts of an order's price; `amount = subtotal − discount + feeClient + feePlatform + shipping + tax`. */
export type RefundedParts = PriceParts & { amount: Cents }

/** The refund-related fields of a line. `unitCents` is the paid price per piece; `discountCents` covers all pieces. */
export type RefundableLine = {
  position: number
  unitCents: Cents
  quantity: number
  discountCents: Cents
  /** Pieces refunded earlier. */
  refunded: number
}

export type RefundableOrder = {
  price: Breakdown
  lines: readonly RefundableLine[]
  /** Sum of the parts of all earlier refunds, by staff and by the provider. */
  before: RefundedParts
}

export type ChosenPieces = { position: number; quantity: number }
export type PricedPieces = ChosenPieces & { netCents: Cents }

export const NOTHING: RefundedParts = {
  ...{ subtotal: 0, discount: 0, feeClient: 0, feePlatform: 0, shipping: 0, tax: 0, amount: 0 },
}

/** Every piece that is not refunded yet. */
export const piecesLeft = (
  lines: readonly Pick<RefundableLine, 'position' | 'quantity' | 'refunded'>[],
): ChosenPieces[] =>
  lines
    .filter(line => line.refunded < line.quantity)
    .map(({ position, quantity, refunded }) => ({ position, quantity: quantity - refunded }))

/** The discount of a line's first `pieces`. Rounding applies to the cumulative sum, so that all pieces bear the whole discount. */
const discountOf = (line: RefundableLine, pieces: number): Cents =>
  Math.round((line.discountCents * pieces) / line.quantity)

/** The cost of a line's first `pieces`, less their share of the discount. */
const netOf = (line: RefundableLine, pieces: number): Cents => line.unitCents * pieces - discountOf(line, pieces)

const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0)

/**
 * Computes the refund of some pieces.
 *
 * Fee and tax go back in proportion to the net of the pieces; shipping goes back with the last piece. Each part is the rounded cumulative
 * refund after this one less the rounded cumulative refund before. In any order of refunds, the parts therefore add up to the order's parts
 * to the cent. Amounts that the provider already refunded without pieces are not refunded twice: no part exceeds its rest.
 * @param chosen at most the remaining pieces of each line; see `piecesLeft`.
 */
export function partsOfPieces(
  { price, lines, before }: RefundableOrder,
  chosen: readonly ChosenPieces[],
): { parts: RefundedParts; lines: PricedPieces[] } {
  const wanted = new Map(chosen.map(({ position, quantity }) => [position, quantity]))
  const then = (line: RefundableLine) => line.refunded + (wanted.get(line.position) ?? 0)
  const progress = (pieces: (line: RefundableLine) => number) => ({
    net: sum(lines, line => netOf(line, pieces(line))),
    discount: sum(lines, line => discountOf(line, pieces(line))),
    pieces: sum(lines, pieces),
  })
  const all = progress(line => line.quantity)
  const [from, to] = [progress(line => line.refunded), progress(then)]
  const isLast = to.pieces === all.pieces
  const least = (wanted: Cents, left: Cents) => (isLast ? left : Math.max(0, Math.min(wanted, left)))
  // Goods without a price have no net, so the proportion counts pieces.
  const share = (part: Cents, at: typeof all) =>
    Math.round(part * (all.net ? at.net / all.net : at.pieces / all.pieces))
  const between = (part: Cents, taken: Cents) => least(share(part, to) - share(part, from), part - taken)

  const net = least(to.net - from.net, netLeft(price, before))
  const discount = least(to.discount - from.discount, price.discount - before.discount)
  const parts = {
    subtotal: net + discount,
    discount,
    feeClient: between(price.fee.clientShare, before.feeClient),
    feePlatform: between(price.fee.platformShare, before.feePlatform),
    shipping: isLast ? price.shipping - before.shipping : 0,
    tax: between(price.tax, before.tax),
  }
  return {
    parts: withAmount(parts),
    lines: lines
      .filter(line => then(line) > line.refunded)
      .map(line => ({
        position: line.position,
        quantity: then(line) - line.refunded,
        netCents: netOf(line, then(line)) - netOf(line, line.refunded),
      })),
  }
}

const netLeft = (price: Breakdown, before: RefundedParts): Cents =>
  price.subtotal - price.discount - (before.subtotal - before.discount)

const withAmount = (parts: Omit<RefundedParts, 'amount'>): RefundedParts => ({
  ...parts,
  amount: parts.subtotal - parts.discount + parts.feeClient + parts.feePlatform + parts.shipping + parts.tax,
})

/**
 * The parts of a provider refund, which names no pieces. The amount is shared over the rest of every part in proportion, to the cent.
 * @param amount at most the rest of the order.
 */
export function partsOfAmount({ price, before }: Omit<RefundableOrder, 'lines'>, amount: Cents): RefundedParts {
  const left = {
    net: netLeft(price, before),
    feeClient: price.fee.clientShare - before.feeClient,
    feePlatform: price.fee.platformShare - before.feePlatform,
    shipping: price.shipping - before.shipping,
    tax: price.tax - before.tax,
  }
  const all = sum(Object.values(left), part => part)
  let passed = 0
  const take = (part: Cents) => {
    const from = all ? Math.round((amount * passed) / all) : 0
    passed += part
    return all ? Math.round((amount * passed) / all) - from : 0
  }
  const net = take(left.net)
  const discountLeft = price.discount - before.discount
  const discount = left.net ? Math.round((discountLeft * net) / left.net) : 0
  return withAmount({
    subtotal: net + discount,
    discount,
    feeClient: take(left.feeClient),
    feePlatform: take(left.feePlatform),
    shipping: take(left.shipping),
    tax: take(left.tax),
  })
}

/** The remaining parts of a refund after part of its amount was refunded elsewhere. */
export function partsLess(parts: RefundedParts, amount: Cents): RefundedParts {
  const { feeClient: clientShare, feePlatform: platformShare, amount: total } = parts
  const price = { ...parts, total, fee: { amount: clientShare + platformShare, clientShare, platformShare } }
  return partsOfAmount({ price, before: NOTHING }, total - amount)
}

export const addParts = (refunds: readonly RefundedParts[]): RefundedParts =>
  refunds.reduce((total, parts) => {
    const names = Object.keys(NOTHING) as (keyof RefundedParts)[]
    return Object.fromEntries(names.map(name => [name, total[name] + parts[name]])) as RefundedParts
  }, NOTHING)

/** Credits per tier that pieces earned. Tiers without credits are omitted. */
export function creditsOfPieces(
  lines: readonly { position: number; tier: Tier; entries: number }[],
  chosen: readonly ChosenPieces[],
): Partial<Record<Tier, number>> {
  const pieces = new Map(chosen.map(({ position, quantity }) => [position, quantity]))
  const earned = (tier: Tier) =>
    sum(
      lines.filter(line => line.tier === tier),
      line => line.entries * (pieces.get(line.position) ?? 0),
    )
  return Object.fromEntries(TIERS.map(tier => [tier, earned(tier)] as const).filter(([, amount]) => amount > 0))
}

/** Splits the chosen pieces of a line by stock. Backordered pieces never left the stock, so they are refunded first, before sent pieces. */
export function shelfOf(line: { backordered: number }, quantity: number): { cancelled: number; restocked: number } {
  const cancelled = Math.min(quantity, line.backordered)
  return { cancelled, restocked: quantity - cancelled }
}
