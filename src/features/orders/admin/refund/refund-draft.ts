/** Pieces to pay back, by the position of their line. */
export type Pieces = Readonly<Record<number, number>>

type Line = { position: number; quantity: number; refunded: number }

/** Pieces of a line that were not paid back yet. */
export const leftOf = ({ quantity, refunded }: Line) => quantity - refunded

/** Everything that is left of an order. */
export const allPieces = (lines: readonly Line[]): Pieces =>
  Object.fromEntries(lines.map(line => [line.position, leftOf(line)]))

/** Whether that is all that is left; then what is left of fee and shipping goes back as well. */
export const isAll = (lines: readonly Line[], pieces: Pieces) =>
  lines.every(line => (pieces[line.position] ?? 0) === leftOf(line))

/** Nothing is chosen, although there would be something. */
export const isNothing = (lines: readonly Line[], pieces: Pieces) =>
  !isAll(lines, pieces) && lines.every(line => !pieces[line.position])

/** As the API takes it: lines are left out for all that is left. */
export function choiceOf(lines: readonly Line[], pieces: Pieces) {
  if (isAll(lines, pieces)) return {}
  const chosen = lines.map(({ position }) => ({ position, quantity: pieces[position] ?? 0 }))
  return { lines: chosen.filter(({ quantity }) => quantity > 0) }
}
