import type { SlotBoard } from '../../../giveaway/contract.ts'
import { nearestFree, type Odds } from '../../../giveaway/rules.ts'
import { claimRefusal, type EntryRefusal, type Standing } from '../../refusals/entry-refusal.ts'

/** Input of the selection rules. The functions are pure, so that the wall only renders. */
export type Board = {
  totalSlots: number
  taken: ReadonlySet<number>
  /** Numbers of staff entries, which no draw chooses from. */
  staff: ReadonlySet<number>
  /** The shopper's numbers; those above `totalSlots` came by mail. */
  mine: ReadonlySet<number>
  odds: Odds
  /** The shopper's entries that count for the entry limit. */
  limitUsed: number
  /** Why the shopper may take no slot, whatever credits and limit say. */
  ineligible: EntryRefusal | null
}

export const boardOf = (slots: SlotBoard): Board => ({
  totalSlots: slots.totalSlots,
  taken: new Set(slots.taken),
  staff: new Set(slots.staff),
  mine: new Set(slots.mine),
  odds: slots.odds,
  limitUsed: slots.limitUsed ?? 0,
  ineligible: slots.ineligible ?? null,
})

/** The shopper's numbers on the grid, and those by mail. */
export function ownNumbersOf({ mine, totalSlots }: Board): { onGrid: number[]; byMail: number[] } {
  const { onGrid = [], byMail = [] } = Object.groupBy(mine, slot => (slot <= totalSlots ? 'onGrid' : 'byMail'))
  return { onGrid, byMail }
}

/** The slots that are free or the shopper's, ascending: what "Free only" shows. */
export const freeAndOwn = ({ totalSlots, taken, mine }: Board): number[] =>
  Array.from({ length: totalSlots }, (_, index) => index + 1).filter(slot => !taken.has(slot) || mine.has(slot))

export type Terms = Pick<Standing, 'tier' | 'entryLimit' | 'credits'>

/** How many more slots the shopper may choose when `chosen` slots are already chosen. */
export const roomFor = (board: Board, terms: Omit<Terms, 'tier'>, chosen: number): number =>
  Math.max(0, Math.min(terms.entryLimit - board.limitUsed, terms.credits) - chosen)

/** Why the server would refuse any claim, whatever credits and limit say. */
export const standingRefusal = (board: Board): EntryRefusal | null =>
  boardRefusal(board, { tier: 'Bronze', entryLimit: board.limitUsed + 1, credits: 1 }, 1)

/** Why the server would refuse a claim of `count` free slots. */
export function boardRefusal(board: Board, terms: Terms, count: number): EntryRefusal | null {
  const { totalSlots, taken, limitUsed, ineligible } = board
  const freeCount = totalSlots - [...taken].filter(slot => slot <= totalSlots).length
  return claimRefusal({ ...terms, freeCount, limitUsed, ineligible }, count)
}

/** Random free slots for "Pick for me": `count` slots, or all free ones if there are fewer. */
export function pickFree(
  board: Board,
  chosen: ReadonlySet<number>,
  count: number,
  random: () => number = Math.random,
): number[] {
  const free: number[] = []
  for (let slot = 1; slot <= board.totalSlots; slot++) if (!board.taken.has(slot) && !chosen.has(slot)) free.push(slot)
  for (let at = 0; at < Math.min(count, free.length); at++) {
    const other = at + Math.floor(random() * (free.length - at))
    ;[free[at], free[other]] = [free[other]!, free[at]!]
  }
  return free.slice(0, count)
}

/** For each lost slot, the nearest free slot that is not chosen yet. */
export function insteadOf(board: Board, lost: readonly number[], chosen: ReadonlySet<number>): number[] {
  const taken = new Set(chosen)
  for (const slot of lost) {
    const free = nearestFree(slot, board.totalSlots, candidate => board.taken.has(candidate), taken)
    if (free !== undefined) taken.add(free)
  }
  return [...taken].filter(slot => !chosen.has(slot))
}

/** Odds after this choice. Entries of staff join no draw. */
export const oddsAfter = ({ odds }: Board, chosen: number, isStaff: boolean): Odds =>
  isStaff ? odds : { own: odds.own + chosen, all: odds.all + chosen }

/** Formats 17, 18 and 20 as "17, 18 and 20". */
export const listOf = (slots: readonly number[]): string =>
  slots.length < 2 ? slots.join('') : `${slots.slice(0, -1).join(', ')} and ${slots.at(-1)}`
