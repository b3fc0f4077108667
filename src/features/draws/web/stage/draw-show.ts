/** A step of the permutation, as the wall shows it: two numbers change places. */
export type ShowStep = {
  /** Index of the place that the step fills, from 0. */
  place: number
  /** The number that comes to the place, and the index of the place where it stood; null beyond the wall. */
  number: number
  from: number | null
  /** The number that leaves the place and goes to `from`. */
  leaves: number
}

/** What the stage plays: the first places of the order, as the computation fills them. */
export type DrawShow = {
  /** The numbers on the wall before the first step. */
  wall: readonly number[]
  steps: readonly ShowStep[]
  /** The end of each step, in milliseconds from the start. */
  endsAt: readonly number[]
}

/** All fast steps together take this long; so many steps are slow, and the last one, which decides the winner, is the slowest. */
const FAST_MS = 7000
const SLOW_STEPS = 8
const SLOW_MS = 1000
const LAST_MS = 2400

/**
 * Prepares the steps of the permutation for the wall.
 *
 * The computation exchanges the entries at places i and j, for i = 0, 1, 2 … That fixes the winner with its first step. The same
 * exchanges, applied to numbers instead of places and from the last one to the first, give the same order (a product of transpositions
 * may be read from either end), and the winner comes with the last step. The wall shows them in this direction.
 * @param numbers all numbers of the list, ascending.
 * @param exchanges for each place that the wall shows, from the first on, the index that the computation exchanged it with. The exchanges
 * of later places never touch the lower entries of the list, so they change nothing on the wall before its first step.
 */
export function showOf(numbers: readonly number[], exchanges: readonly number[]): DrawShow {
  const wall = numbers.slice(0, exchanges.length)
  const placeOf = new Map(wall.map((number, place) => [number, place]))
  const steps: ShowStep[] = []
  for (let place = Math.min(exchanges.length, numbers.length - 1) - 1; place >= 0; place--) {
    const leaves = numbers[place]!
    const number = numbers[exchanges[place]!]!
    const from = placeOf.get(number) ?? null
    if (from === null) placeOf.delete(leaves)
    else placeOf.set(leaves, from)
    placeOf.set(number, place)
    steps.push({ place, number, from, leaves })
  }
  return { wall, steps, endsAt: endsOf(steps.length) }
}

function endsOf(count: number): number[] {
  const fast = Math.max(0, count - SLOW_STEPS)
  let at = 0
  return Array.from({ length: count }, (_, step) => {
    // Each fast step is a little slower than the one before, so that the eye can follow the last of them.
    if (step < fast) at = FAST_MS * ((step + 1) / fast) ** 1.6
    else at += step === count - 1 ? LAST_MS : SLOW_MS
    return at
  })
}

/** Steps done at a time since the start. */
export const stepsDoneAt = ({ endsAt }: DrawShow, elapsedMs: number): number => {
  const next = endsAt.findIndex(end => end > elapsedMs)
  return next === -1 ? endsAt.length : next
}

/** The numbers on the wall after some steps. */
export function wallAfter({ wall, steps }: DrawShow, done: number): number[] {
  const numbers = [...wall]
  for (const { place, number, from, leaves } of steps.slice(0, done)) {
    numbers[place] = number
    if (from !== null && from !== place) numbers[from] = leaves
  }
  return numbers
}
