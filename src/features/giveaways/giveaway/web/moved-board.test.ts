import { expect, it } from 'vitest'
import type { SlotBoard } from '../contract.ts'
import { movedBoard } from './moved-board.ts'

/** Slot 2 is of staff, 9 and the mailed 11 are the shopper's, and 1 is flagged by a dispute. */
const board: SlotBoard = {
  totalSlots: 10,
  taken: [1, 2, 9],
  staff: [2],
  odds: { own: 2, all: 2 },
  mine: [9, 11],
  limitUsed: 1,
}

it('adds slots of shoppers to the odds, and leaves those of staff out', () => {
  expect(movedBoard(board, { taken: [4, 5], staff: [5] })).toEqual({
    ...board,
    taken: [1, 2, 4, 5, 9],
    staff: [2, 5],
    odds: { own: 2, all: 3 },
  })
})

it('counts the own slots of a claim in the odds and in the limit, also when they arrive twice', () => {
  const once = movedBoard(board, { mine: [3, 4] })
  expect(once).toMatchObject({ mine: [3, 4, 9, 11], odds: { own: 4, all: 4 }, limitUsed: 3 })
  expect(movedBoard(once, { taken: [3, 4], staff: [] })).toEqual(once)
})

it('keeps the odds of a swap, and the staff mark of a swapped slot of staff', () => {
  expect(movedBoard(board, { mine: [7], freed: [9] })).toMatchObject({ odds: { own: 2, all: 2 }, limitUsed: 1 })
  expect(movedBoard(board, { taken: [6], staff: [6], freed: [2] })).toMatchObject({ staff: [6], odds: { all: 2 } })
})

it('gives a guest no own slots', () => {
  const { mine, limitUsed, ...guest } = board
  const moved = movedBoard(guest, { taken: [3], mine: [] })
  expect(moved).toEqual({ ...guest, taken: [1, 2, 3, 9], odds: { own: 2, all: 3 } })
})
