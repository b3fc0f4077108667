/** A drawn number; `passedAt` is set when the prize was passed on from it. */
type Drawn = { slot: number; passedAt: string | null }

/**
 * Whether the reader took part and won, as one text. Empty for a reader without a number in the draw.
 * @param order the numbers that had the prize, in drawn order.
 */
export function ownOutcome(numbers: readonly number[], order: readonly Drawn[]): string {
  if (numbers.length === 0) return ''
  const winner = order.find(({ passedAt }) => passedAt === null)?.slot
  const passed = order.filter(({ slot, passedAt }) => passedAt !== null && numbers.includes(slot))
  const sentences = [
    `You were in with ${numbers.length === 1 ? 'number' : 'numbers'} ${numbers.join(', ')}.`,
    ...passed.map(({ slot }) => `Number ${slot} was drawn, and the prize was passed on from it.`),
    winner === undefined
      ? 'No number has the prize.'
      : numbers.includes(winner)
        ? `Your number ${winner} won.`
        : `Number ${winner} won.`,
  ]
  return sentences.join(' ')
}

type OwnEntry = { slotNumber: number; isInDraw: boolean }

/** The reader's numbers that took part, ascending. */
export const ownNumbers = (entries: readonly OwnEntry[]): number[] =>
  entries
    .filter(({ isInDraw }) => isInDraw)
    .map(({ slotNumber }) => slotNumber)
    .toSorted((a, b) => a - b)
