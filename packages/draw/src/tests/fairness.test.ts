import { describe, expect, it } from 'vitest'
import { bytesOfHex, sha256Hex } from '../bytes.ts'
import { drawOrder, type ListedEntry, placesOf } from '../round/order.ts'

/** The keys are fixed, so that these tests answer the same each time. Critical values are those of p = 0.001. */
const DRAWS = 12_000
const keyOf = (draw: number) => bytesOfHex(sha256Hex(`draw ${draw}`))

function chiSquare(observed: readonly number[], expected: readonly number[]): number {
  return observed.reduce((sum, count, index) => sum + (count - expected[index]!) ** 2 / expected[index]!, 0)
}

describe('the first three places', () => {
  // 16 bought numbers and 4 cards, each of another holder.
  const list = Array.from({ length: 20 }, (_, index) => ({ number: index + 1, holder: `holder ${index}` }))
  const places = Array.from({ length: DRAWS }, (_, draw) => drawOrder(keyOf(draw), list, 3).map(({ number }) => number))

  it.each([0, 1, 2])('fall on each of 20 entries alike (place %i)', place => {
    const counts = list.map(({ number }) => places.filter(drawn => drawn[place] === number).length)
    expect(
      chiSquare(
        counts,
        list.map(() => DRAWS / 20),
      ),
    ).toBeLessThan(43.82)
  })

  it.each([0, 1, 2])('fall on cards as often as on bought numbers, by their count (place %i)', place => {
    const cards = places.filter(drawn => drawn[place]! > 16).length
    expect(chiSquare([cards, DRAWS - cards], [DRAWS * 0.2, DRAWS * 0.8])).toBeLessThan(10.83)
  })

  it('fall on each pair of entries alike', () => {
    const small = list.slice(0, 5)
    const counts = new Map<string, number>()
    for (let draw = 0; draw < DRAWS; draw++) {
      const [first, second] = drawOrder(keyOf(draw), small, 2)
      const pair = `${first!.number} ${second!.number}`
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
    expect(counts.size).toBe(20)
    const each = DRAWS / 20
    expect(chiSquare([...counts.values()], Array(20).fill(each))).toBeLessThan(43.82)
  })
})

describe('a holder with several entries', () => {
  // Holders with 1, 2, 3 and 4 of 10 entries.
  const owners = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3]
  const list: ListedEntry[] = owners.map((owner, index) => ({ number: index + 1, holder: `holder ${owner}` }))

  it('wins as often as it has entries', () => {
    const wins = [0, 0, 0, 0]
    for (let draw = 0; draw < DRAWS; draw++) wins[owners[placesOf(drawOrder(keyOf(draw), list))[0]! - 1]!]!++
    expect(
      chiSquare(
        wins,
        [1, 2, 3, 4].map(entries => (DRAWS * entries) / 10),
      ),
    ).toBeLessThan(16.27)
  })
})
