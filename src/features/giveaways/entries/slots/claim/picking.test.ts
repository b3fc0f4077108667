import { describe, expect, it } from 'vitest'
import { boardOf, freeAndOwn, insteadOf, listOf, oddsAfter, ownNumbersOf, pickFree, roomFor } from './picking.ts'

/** Slots 1, 2, 3 and 9 are taken, 2 of them by staff; the shopper has 9, and 11 by mail. */
const slots = { totalSlots: 10, taken: [1, 2, 3, 9], staff: [2], mine: [9, 11], limitUsed: 1, odds: { own: 2, all: 4 } }
const board = boardOf(slots)

describe('choosing slots', () => {
  it('the choice is limited by the entry limit or the credits, whichever is less', () => {
    expect(roomFor(board, { entryLimit: 5, credits: 9 }, 1)).toBe(3)
    expect(roomFor(board, { entryLimit: 5, credits: 2 }, 1)).toBe(1)
    expect(roomFor(board, { entryLimit: 1, credits: 2 }, 0)).toBe(0)
  })

  it('a random choice has free slots only, each once, and as many as exist', () => {
    for (let round = 0; round < 50; round++) {
      const picked = pickFree(board, new Set([4]), 3)
      expect(new Set(picked).size).toBe(3)
      expect(picked.every(slot => [5, 6, 7, 8, 10].includes(slot))).toBe(true)
    }
    expect(pickFree(board, new Set(), 99).sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 10])
  })

  it('“Free only” shows free slots and the shopper’s own ones, ascending', () => {
    expect(freeAndOwn(board)).toEqual([4, 5, 6, 7, 8, 9, 10])
  })

  it('each lost slot gets a free replacement of its own', () => {
    expect(insteadOf(board, [3, 2], new Set([4]))).toEqual([5, 6])
  })

  it('an entry by mail takes no room from the limit, and counts in the odds', () => {
    expect(roomFor(board, { entryLimit: 2, credits: 9 }, 0)).toBe(1)
    expect(ownNumbersOf(board)).toEqual({ onGrid: [9], byMail: [11] })
  })

  it('the odds include the chosen slots, except those of staff', () => {
    expect(oddsAfter(board, 3, false)).toEqual({ own: 5, all: 7 })
    expect(oddsAfter(board, 3, true)).toEqual({ own: 2, all: 4 })
  })

  it('the choice is formatted as a list of words', () => {
    expect([listOf([17]), listOf([17, 18]), listOf([17, 18, 20])]).toEqual(['17', '17 and 18', '17, 18 and 20'])
  })
})
