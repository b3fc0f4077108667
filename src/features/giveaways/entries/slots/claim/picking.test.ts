import { describe, expect, it } from 'vitest'
import { insteadOf, listOf, oddsAfter, pickFree, roomFor } from './picking.ts'

const board = { totalSlots: 10, taken: new Set([1, 2, 3, 9]), mine: new Set([9]) }

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

  it('each lost slot gets a free replacement of its own', () => {
    expect(insteadOf(board, [3, 2], new Set([4]))).toEqual([5, 6])
  })

  it('the odds include the chosen slots', () => {
    expect(oddsAfter(board, 3)).toEqual({ own: 4, all: 7 })
  })

  it('the choice is formatted as a list of words', () => {
    expect([listOf([17]), listOf([17, 18]), listOf([17, 18, 20])]).toEqual(['17', '17 and 18', '17, 18 and 20'])
  })
})
