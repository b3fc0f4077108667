/** Pieces to refund, by line position. */
export type Pieces = Readonly<Record<number, number>>

type Line = { position: number; quantity: number; refunded: number }

/** Pieces of a line that are not refunded yet. */
export const leftOf = ({ quantity, refunded }: Line) => quantity - refunded

/** All remaining pieces of an order. */
export const allPieces = (lines: readonly Line[]): Pieces =>
  Object.fromEntries(lines.map(line => [line.position, leftOf(line)]))

/** True when all remaining pieces are chosen. The rest of fee and shipping is then refunded as well. */
export const isAll = (lines: readonly Line[], pieces: Pieces) =>
  lines.every(line => (pieces[line.position] ?? 0) === leftOf(line))

/** True when no piece is chosen although some remain. */
export const isNothing = (lines: readonly Line[], pieces: Pieces) =>
  !isAll(lines, pieces) && lines.every(line => !pieces[line.position])

/** In the API's form: `lines` is omitted for all remaining pieces. */
export function choiceOf(lines: readonly Line[], pieces: Pieces) {
  if (isAll(lines, pieces)) return {}
  const chosen = lines.map(({ position }) => ({ position, quantity: pieces[position] ?? 0 }))
  return { lines: chosen.filter(({ quantity }) => quantity > 0) }
}
