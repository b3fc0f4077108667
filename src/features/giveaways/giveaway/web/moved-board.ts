import type { SlotBoard } from '../contract.ts'

/** Slots that changed hands. `staff` names those that staff entries took, `mine` those that the user took. */
export type BoardChange = {
  taken?: readonly number[]
  freed?: readonly number[]
  staff?: readonly number[]
  mine?: readonly number[]
}

/**
 * The board after slots changed hands. A change may arrive twice, so the odds follow from the sets of slots. A removed entry that a
 * dispute had flagged is exact after the next read, which the server asks for.
 */
export function movedBoard(board: SlotBoard, change: BoardChange): SlotBoard {
  const freed = new Set(change.freed)
  const merge = (slots: readonly number[], more: readonly number[] = []) =>
    [...new Set([...slots, ...more])].filter(slot => !freed.has(slot)).sort((a, b) => a - b)
  const { mine = [], limitUsed = 0 } = board
  const after = {
    taken: merge(board.taken, [...(change.taken ?? []), ...(change.mine ?? [])]),
    staff: merge(board.staff, change.staff),
    mine: merge(mine, change.mine),
  }
  const staffBefore = new Set(board.staff)
  const staffAfter = new Set(after.staff)
  const added = (now: readonly number[], before: readonly number[]) =>
    now.filter(slot => !staffAfter.has(slot)).length - before.filter(slot => !staffBefore.has(slot)).length
  const odds = {
    own: board.odds.own + added(after.mine, mine),
    all: board.odds.all + added(after.taken, board.taken),
  }
  const { taken, staff } = after
  if (!board.mine) return { ...board, taken, staff, odds }
  return { ...board, ...after, odds, limitUsed: limitUsed + after.mine.length - mine.length }
}
