import { markOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useUser } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { randomId, useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { useSettings } from '#kernel/client/site.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { SlotBoard } from '../../../giveaway/contract.ts'
import {
  forgetEntries,
  giveawaysClient,
  moveSlots,
  readSlots,
  slotsKey,
} from '../../../giveaway/web/giveaways-client.ts'
import { type KeptClaim, keepClaim } from '../../receipts/kept-receipts.ts'
import { saveReceipt } from '../../receipts/receipt-file.ts'
import type { SlotLook } from '../slot-cell.tsx'
import { type ClaimProblem, plain, problemOf, refusedHere } from './claim-problem.ts'
import { useKeptChoice } from './kept-choice.ts'
import { type Board, boardOf, boardRefusal, insteadOf, listOf, roomFor } from './picking.ts'

/** What the wall of slots needs of a giveaway. */
export type EnterableGiveaway = { id: string; slug: string; title: string; tier: Tier; entryLimit: number }

/**
 * The shopper's selection on the wall of slots: slots to claim, or a slot to swap for a free one.
 * @param credits available for this giveaway.
 * @param on `onAdded` receives the first of several slots added at once, to scroll to it; `onChanged` follows each claim and swap.
 */
export function useChoice(
  giveaway: EnterableGiveaway,
  slots: SlotBoard,
  credits: number,
  { onAdded, onChanged }: { onAdded: (slot: number) => void; onChanged?: (() => void) | undefined },
) {
  const userId = useUser()?.id
  const [picked, setPicked] = useKeptChoice(`${userId}/${giveaway.id}`)
  const swap = useSwap()
  const { moving } = swap
  const board = useMemo(() => boardOf(slots), [slots])
  // Another shopper may take a chosen slot; it then leaves the selection.
  const chosen = useMemo(() => new Set([...picked].filter(slot => !board.taken.has(slot))), [picked, board])
  const target = swap.target !== null && board.taken.has(swap.target) ? null : swap.target
  // Keeps its identity while no slot changes its look, so that the overview has nothing to draw.
  const lookOfSlot = useCallback(
    (slot: number): SlotLook => (slot === target ? 'target' : lookOf(slot, board, chosen, moving)),
    [target, board, chosen, moving],
  )
  const clear = useCallback(() => setPicked(new Set()), [setPicked])
  const claim = useClaim(giveaway, board, {
    onLost: lost => setPicked(now => new Set([...now].filter(slot => !lost.includes(slot)))),
    onClaimed() {
      clear()
      onChanged?.()
    },
    onSwapped(to) {
      swap.end()
      setPicked(now => new Set([...now].filter(slot => slot !== to)))
      onChanged?.()
    },
  })
  const { say } = claim
  const terms = { tier: giveaway.tier, entryLimit: giveaway.entryLimit, credits }
  const room = roomFor(board, terms, chosen.size)
  const lost = [...picked].filter(slot => board.taken.has(slot) && !board.mine.has(slot))

  function refuseMore() {
    const refusal = boardRefusal(board, terms, chosen.size + 1)
    if (refusal) say(refusedHere(refusal))
  }

  function press(slot: number) {
    say(null)
    // The chosen slots stay chosen during a swap.
    if (board.mine.has(slot)) return moving === slot ? swap.end() : swap.begin(slot)
    if (board.taken.has(slot)) return
    if (moving !== null) return swap.aim(target === slot ? null : slot)
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
    if (moving === null ? chosen.size === 0 : target === null) return say(plain('Please select at least one slot'))
    if (moving === null) claim.claim([...chosen].sort((a, b) => a - b))
    else claim.swap(moving, target!)
  }

  return {
    board,
    chosen,
    moving,
    /** The free slot that the swapped one moves to. */
    target,
    /** How many more slots the shopper may choose; 0 during a swap. */
    room: moving === null ? room : 0,
    /** Chosen slots that other shoppers took first, and the nearest free slots. */
    lost,
    instead: insteadOf(board, lost, chosen),
    problem: claim.problem,
    isBusy: claim.isBusy,
    lookOf: lookOfSlot,
    press,
    add,
    submit,
    /** Ends a swap, else clears the choice. */
    clear: moving === null ? clear : swap.end,
  }
}

/** The shopper's slot that is being swapped, and the free slot that it moves to. */
function useSwap() {
  const [swap, setSwap] = useState<{ moving: number | null; target: number | null }>(NO_SWAP)
  return {
    ...swap,
    begin: (moving: number) => setSwap({ moving, target: null }),
    aim: (target: number | null) => setSwap(({ moving }) => ({ moving, target })),
    end: () => setSwap(NO_SWAP),
  }
}

const NO_SWAP = { moving: null, target: null }

function lookOf(slot: number, board: Board, chosen: ReadonlySet<number>, moving: number | null): SlotLook {
  if (slot === moving) return 'moving'
  const isOfStaff = board.staff.has(slot)
  if (board.mine.has(slot)) return isOfStaff ? 'own-staff' : 'mine'
  if (board.taken.has(slot)) return isOfStaff ? 'staff' : 'taken'
  return chosen.has(slot) ? 'chosen' : 'free'
}

/**
 * The secret nonce of each slot's mark. A repeated claim of a slot has the same one, because a repeat after a lost answer must have the same
 * body to count once.
 */
function useNonces() {
  const [nonces] = useState(() => new Map<number, string>())
  return {
    of(slot: number): string {
      if (!nonces.has(slot)) nonces.set(slot, randomId())
      return nonces.get(slot)!
    },
    /** A later claim of the slot is another entry. */
    forget: (slots: readonly number[]) => slots.forEach(slot => nonces.delete(slot)),
  }
}

type Outcomes = {
  onLost: (slots: readonly number[]) => void
  onClaimed: () => void
  onSwapped: (to: number) => void
}

/** Sends a claim or a swap. Slots that other shoppers took first leave the selection; the others stay. */
function useClaim(
  { id: giveawayId, slug }: EnterableGiveaway,
  board: Board,
  { onLost, onClaimed, onSwapped }: Outcomes,
) {
  const user = useUser()
  const { brand } = useSettings()
  const [problem, setProblem] = useState<ClaimProblem | null>(null)
  const sendOnce = useIdempotentSend()
  const nonces = useNonces()

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
      const json = { slots: [...slots], marks: slots.map(slot => markOf(nonces.of(slot))) }
      const { entries } = giveawaysClient().giveaways[':id']
      return sendOnce(json, options => call(entries.$post({ param: { id: giveawayId }, json }, options)))
    },
    onMutate: () => setProblem(null),
    onSuccess({ entries, receipt, receiptKey, holderSecret }) {
      const slots = entries.map(({ slotNumber }) => slotNumber)
      const kept: KeptClaim = { receipt, vkey: receiptKey, holderSecret, nonces: slots.map(nonces.of), slots }
      nonces.forget(slots)
      if (user) keepClaim(user.id, giveawayId, kept)
      moveSlots(giveawayId, user?.id, { mine: slots, ...(user?.isAdmin && { staff: slots }) })
      forgetEntries()
      toast.success(slots.length === 1 ? `Slot ${slots[0]} is yours` : `Slots ${listOf(slots)} are yours`, {
        action: { label: 'Save my receipt', onClick: () => saveReceipt(brand, slug, kept) },
      })
      onClaimed()
    },
    onError,
  })

  const swapping = useMutation({
    mutationFn: (json: { from: number; to: number }) =>
      call(giveawaysClient().giveaways[':id'].entries.swap.$post({ param: { id: giveawayId }, json })),
    onMutate: () => setProblem(null),
    onSuccess({ message }, { from, to }) {
      moveSlots(giveawayId, user?.id, { mine: [to], freed: [from], ...(board.staff.has(from) && { staff: [to] }) })
      forgetEntries()
      toast.success(message)
      onSwapped(to)
    },
    onError,
  })

  return {
    problem,
    say: setProblem,
    isBusy: claiming.isPending || swapping.isPending,
    claim: (slots: readonly number[]) => claiming.mutate(slots),
    swap: (from: number, to: number) => swapping.mutate({ from, to }),
  }
}
