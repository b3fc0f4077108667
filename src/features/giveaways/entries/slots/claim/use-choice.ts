import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useSession } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { toast } from '#ui/feedback/toast.ts'
import {
  forgetEntries,
  giveawaysClient,
  moveSlots,
  readSlots,
  slotsKey,
} from '../../../catalogue/web/giveaways-client.ts'
import type { SlotBoard } from '../../../contract.ts'
import type { SlotLook } from '../slot-grid.tsx'
import { type ClaimProblem, plain, problemOf } from './claim-problem.ts'
import { type Board, insteadOf, listOf, roomFor } from './picking.ts'

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
    /** Chosen slots that other shoppers took first, and the nearest free slots. */
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

/**
 * Sends a claim or a swap. Slots that other shoppers took first leave the selection; the others stay.
 * @param onLost receives the lost slots.
 * @param onDone runs after success.
 */
function useClaim(giveawayId: string, onLost: (slots: readonly number[]) => void, onDone: () => void) {
  const { user } = useSession()
  const [problem, setProblem] = useState<ClaimProblem | null>(null)
  const sendOnce = useIdempotentSend()

  function onError(error: Error) {
    const found = problemOf(error)
    setProblem(found)
    if (found.lost.length === 0) return
    moveSlots(giveawayId, user?.id, { taken: found.lost })
    onLost(found.lost)
    void queryClient.fetchQuery({
      queryKey: slotsKey(giveawayId, user?.id),
      queryFn: () => readSlots(giveawayId),
      staleTime: 0,
    })
  }

  const claiming = useMutation({
    mutationFn(slots: readonly number[]) {
      const json = { slots: [...slots] }
      const { entries } = giveawaysClient().giveaways[':id']
      return sendOnce(json, options => call(entries.$post({ param: { id: giveawayId }, json }, options)))
    },
    onMutate: () => setProblem(null),
    onSuccess({ entries }) {
      const slots = entries.map(({ slotNumber }) => slotNumber)
      moveSlots(giveawayId, user?.id, { mine: slots })
      forgetEntries()
      toast.success(slots.length === 1 ? `Slot ${slots[0]} is yours` : `Slots ${listOf(slots)} are yours`)
      onDone()
    },
    onError,
  })

  const swapping = useMutation({
    mutationFn: (json: { from: number; to: number }) =>
      call(giveawaysClient().giveaways[':id'].entries.swap.$post({ param: { id: giveawayId }, json })),
    onMutate: () => setProblem(null),
    onSuccess({ message }, { from, to }) {
      moveSlots(giveawayId, user?.id, { mine: [to], freed: [from] })
      forgetEntries()
      toast.success(message)
      onDone()
    },
    onError,
  })

  return {
    problem,
    say: (message: string | null, needs: Partial<ClaimProblem> = {}) =>
      setProblem(message === null ? null : { ...plain(message), ...needs }),
    isBusy: claiming.isPending || swapping.isPending,
    claim: (slots: readonly number[]) => claiming.mutate(slots),
    swap: (from: number, to: number) => swapping.mutate({ from, to }),
  }
}
