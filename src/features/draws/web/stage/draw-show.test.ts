import { describe, expect, it } from 'vitest'
import { showOf, stepsDoneAt, wallAfter } from './draw-show.ts'

/** A drawn order by any indices, and the indices: place i is exchanged with a place from i on. */
function drawn(numbers: readonly number[], next: (below: number) => number) {
  const order = [...numbers]
  const exchanges = order.map((_, i) => {
    const j = i + next(order.length - i)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
    return j
  })
  return { order, exchanges }
}

const random = (below: number) => Math.floor(Math.random() * below)
const listOf = (count: number) => Array.from({ length: count }, (_, index) => 3 * index + 2)

describe('the show of a draw', () => {
  it.each([1, 2, 3, 10, 64, 65, 500])('ends with the first places of the drawn order, for %i entries', count => {
    for (let round = 0; round < 50; round++) {
      const numbers = listOf(count)
      const { order, exchanges } = drawn(numbers, random)
      const show = showOf(numbers, exchanges.slice(0, 64))
      expect(wallAfter(show, show.steps.length)).toEqual(order.slice(0, 64))
    }
  })

  it('keeps the lowest number in the first place until its last step, which brings the winner', () => {
    const numbers = listOf(200)
    const { order, exchanges } = drawn(numbers, below => below - 1)
    const show = showOf(numbers, exchanges.slice(0, 64))
    for (let done = 0; done < show.steps.length; done++) expect(wallAfter(show, done)[0]).toBe(numbers[0])
    expect(show.steps.at(-1)).toMatchObject({ place: 0, number: order[0] })
  })

  it('is over within 20 s, and takes its time with the last steps', () => {
    const numbers = listOf(10_000)
    const show = showOf(numbers, drawn(numbers, random).exchanges.slice(0, 160))
    expect(stepsDoneAt(show, 0)).toBe(0)
    expect(show.endsAt).toEqual(show.endsAt.toSorted((a, b) => a - b))
    expect(stepsDoneAt(show, 20_000)).toBe(show.steps.length)
    const lasts = show.endsAt.at(-1)! - show.endsAt.at(-2)!
    expect(lasts).toBeGreaterThan(show.endsAt.at(-2)! - show.endsAt.at(-3)!)
  })

  it('of one entry has no step', () => {
    const show = showOf([7], [0])
    expect(show).toEqual({ wall: [7], steps: [], endsAt: [] })
  })
})
