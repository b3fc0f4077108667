import { useCallback, useMemo, useState } from 'react'
import type { Tier } from '#kernel/values/tiers.ts'
import type { SlotBoard } from '../../../contract.ts'
import type { SlotLook } from '../slot-cell.tsx'
import { type Board, insteadOf, roomFor } from './picking.ts'
import { useClaim } from './use-claim.ts'

/** What the slot dialog needs of a giveaway. */
export type EnterableGiveaway = { id: string; title: string; tier: Tier; entryLimit: number }

/**
 * The shopper's selection in the slot dialog: slots to claim, or a slot to swap for a free one.
 * @param credits available for this giveaway.
 * @param onAdded receives the first of several slots added at once, to scroll to it.
 */
export function useChoice(
  giveaway: EnterableGiveaway,
  slots: SlotBoard,
  credits: number,
  onAdded: (slot: number) => void,
) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  /** The shopper's slot that is being swapped. */
  const [moving, setMoving] = useState<number | null>(null)
  const board: Board = useMemo(
    () => ({ totalSlots: slots.totalSlots, taken: new Set(slots.taken), mine: new Set(slots.mine) }),
    [slots],
  )
  // Another shopper may take a chosen slot; it then leaves the selection.
  const chosen = useMemo(() => new Set([...picked].filter(slot => !board.taken.has(slot))), [picked, board])
  const clear = useCallback(() => {
    setPicked(new Set())
    setMoving(null)
  }, [])
  const claim = useClaim(giveaway.id, lost => setPicked(now => new Set([...now].filter(s => !lost.includes(s)))), clear)
  const { say } = claim
  const room = roomFor(board, { entryLimit: giveaway.entryLimit, credits }, chosen.size)
  const lost = [...picked].filter(slot => board.taken.has(slot) && !board.mine.has(slot))

  const refuseMore = () =>
    credits <= chosen.size
      ? say(
          `You need a ${giveaway.tier} credit to enter this giveaway. Purchase a ${giveaway.tier} product to earn credits.`,
          { needsCredits: true },
        )
      : say(`Maximum ${giveaway.entryLimit} slots per entry (you have ${board.mine.size} existing entries)`)

  function press(slot: number) {
    say(null)
    if (board.mine.has(slot)) {
      setPicked(new Set())
      return setMoving(moving === slot ? null : slot)
    }
    if (board.taken.has(slot)) return
    if (moving !== null) return setPicked(new Set(chosen.has(slot) ? [] : [slot]))
    if (!chosen.has(slot) && room === 0) return refuseMore()
    setPicked(chosen.has(slot) ? new Set([...chosen].filter(other => other !== slot)) : new Set([...chosen, slot]))
  }

  function add(more: readonly number[]) {
    const fitting = more.filter(slot => !board.taken.has(slot) && !chosen.has(slot)).slice(0, room)
    if (fitting.length === 0) return refuseMore()
    say(null)
    setPicked(new Set([...chosen, ...fitting]))
    onAdded(fitting[0]!)
  }

  function submit() {
    if (chosen.size === 0) return say('Please select at least one slot')
    const sorted = [...chosen].sort((a, b) => a - b)
    if (moving === null) claim.claim(sorted)
    else claim.swap(moving, sorted[0]!)
  }

  return {
    board,
    chosen,
    moving,
    /** How many more slots the shopper may choose; 0 during a swap. */
    room: moving === null ? room : 0,
    lost,
    instead: insteadOf(board, lost, chosen),
    problem: claim.problem,
    isBusy: claim.isBusy,
    lookOf: (slot: number): SlotLook => lookOf(slot, board, chosen, moving),
    press,
    add,
    submit,
    clear,
  }
}

function lookOf(slot: number, board: Board, chosen: ReadonlySet<number>, moving: number | null): SlotLook {
  if (slot === moving) return 'moving'
  if (board.mine.has(slot)) return 'mine'
  if (board.taken.has(slot)) return 'taken'
  return chosen.has(slot) ? 'chosen' : 'free'
}
