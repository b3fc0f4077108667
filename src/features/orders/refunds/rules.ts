import type { Cents } from '#platform/money.ts'
import { TIERS, type Tier } from '#platform/tiers.ts'
import type { Breakdown } from '../rules.ts'

/** What a refund undoes of an order's price; `amount = subtotal − discount + feeClient + feePlatform + shipping + tax`. */
export type RefundedParts = {
  subtotal: Cents
  discount: Cents
  feeClient: Cents
  feePlatform: Cents
  shipping: Cents
  tax: Cents
  amount: Cents
}

/** A line as far as its refund asks; `unitCents` is what was paid for a piece, `discountCents` is borne by all its pieces. */
export type RefundableLine = {
  position: number
  unitCents: Cents
  quantity: number
  discountCents: Cents
  /** Pieces that were paid back before. */
  refunded: number
}

export type RefundableOrder = {
  price: Breakdown
  lines: readonly RefundableLine[]
  /** The parts of all refunds before, of staff and of the provider, summed up. */
  before: RefundedParts
}

export type ChosenPieces = { position: number; quantity: number }
export type PricedPieces = ChosenPieces & { netCents: Cents }

export const NOTHING: RefundedParts = {
  ...{ subtotal: 0, discount: 0, feeClient: 0, feePlatform: 0, shipping: 0, tax: 0, amount: 0 },
}

/** Every piece that was not paid back yet. */
export const piecesLeft = (
  lines: readonly Pick<RefundableLine, 'position' | 'quantity' | 'refunded'>[],
): ChosenPieces[] =>
  lines
    .filter(line => line.refunded < line.quantity)
    .map(({ position, quantity, refunded }) => ({ position, quantity: quantity - refunded }))

/** Of a line's discount, what its first `pieces` bear. Rounded on the sum, so that all of them bear all of it. */
const discountOf = (line: RefundableLine, pieces: number): Cents =>
  Math.round((line.discountCents * pieces) / line.quantity)

/** What a line's first `pieces` cost, less their share of the discount. */
const netOf = (line: RefundableLine, pieces: number): Cents => line.unitCents * pieces - discountOf(line, pieces)

const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0)

/**
 * What paying back some pieces comes to.
 *
 * Fee and tax go back in the proportion in which the net of the pieces does, shipping with the last piece. Each part is reckoned
 * as what is paid back after this refund less what was before it, both rounded, so that whatever the order of refunds, they add
 * up to the order's parts to the cent. What the provider paid back by itself, without naming pieces, is not paid twice: no part
 * goes beyond what is left of it.
 * @param chosen at most what is left of each line; see `piecesLeft`.
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
  // Goods that cost nothing are counted by pieces: there is no net to be in proportion to.
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
 * The parts of an amount that the provider paid back by itself: it names no pieces, so it is shared over what is left of every
 * part in proportion, to the cent.
 * @param amount at most what is left of the order.
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

/** What a refund still undoes when an amount of it was paid back otherwise. */
export function partsLess(parts: RefundedParts, amount: Cents): RefundedParts {
  const { feeClient: clientShare, feePlatform: platformShare, amount: total } = parts
  const price = { ...parts, total, fee: { amount: clientShare + platformShare, clientShare, platformShare } }
  return partsOfAmount({ price, before: NOTHING }, total - amount)
}

/** Sums up refunds. */
export const addParts = (refunds: readonly RefundedParts[]): RefundedParts =>
  refunds.reduce((total, parts) => {
    const names = Object.keys(NOTHING) as (keyof RefundedParts)[]
    return Object.fromEntries(names.map(name => [name, total[name] + parts[name]])) as RefundedParts
  }, NOTHING)

/** Credits of each tier that pieces earned; tiers of which there are none are left out. */
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

/**
 * Of the chosen pieces of a line, those that can go back to the shelf. Backordered pieces never left it, so they are the first
 * to be paid back: what is owed goes before what was sent.
 */
export function shelfOf(line: { backordered: number }, quantity: number): { cancelled: number; restocked: number } {
  const cancelled = Math.min(quantity, line.backordered)
  return { cancelled, restocked: quantity - cancelled }
}
