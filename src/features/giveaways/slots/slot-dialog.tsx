import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { CreditsApi } from '#features/credits/api.server.ts'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { Tier } from '#platform/tiers.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { SlotBoard } from '../contract.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { ClaimProblemNotice } from './claim-problem-notice.tsx'
import { type Board, insteadOf, pickFree, roomFor } from './picking.ts'
import type { SlotLook } from './slot-cell.tsx'
import { SlotGrid, type SlotGridHandle } from './slot-grid.tsx'
import { SlotTools } from './slot-tools.tsx'
import { useClaim } from './use-claim.ts'
import { useSlots } from './use-slots.ts'

export type EnterableGiveaway = { id: string; title: string; tier: Tier; entryLimit: number }

type SlotDialogProps = { giveaway: EnterableGiveaway; onClose: () => void }

const TIER_FIELDS = {
  Bronze: 'bronzeCredits',
  Silver: 'silverCredits',
  Gold: 'goldCredits',
  Platinum: 'platinumCredits',
} as const

/** Choosing slots: the grid, the tools above it and the bar that says what the choice costs and brings. */
export function SlotDialog({ giveaway, onClose }: SlotDialogProps) {
  const slots = useSlots(giveaway.id)
  const credits = useQuery({ queryKey: ['credits'], queryFn: () => call(clientOf<CreditsApi>().credits.$get()) })
  const failed = slots.error ?? credits.error
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={`Choose your slots: ${giveaway.title}`}
      description={`Each slot costs one ${giveaway.tier} credit. At most ${giveaway.entryLimit} for each person.`}
    >
      {slots.data && credits.data ? (
        <Choosing giveaway={giveaway} slots={slots.data} credits={credits.data[TIER_FIELDS[giveaway.tier]]} />
      ) : failed ? (
        <FailedState onRetry={() => void Promise.all([slots.refetch(), credits.refetch()])}>
          {failed.message}
        </FailedState>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}

function Choosing({ giveaway, slots, credits }: { giveaway: EnterableGiveaway; slots: SlotBoard; credits: number }) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  /** One's own slot that a free one is being chosen for. */
  const [moving, setMoving] = useState<number | null>(null)
  const grid = useRef<SlotGridHandle>(null)
  const board: Board = useMemo(
    () => ({ totalSlots: slots.totalSlots, taken: new Set(slots.taken), mine: new Set(slots.mine) }),
    [slots],
  )
  // Somebody else may take a chosen slot while one still thinks; it leaves the choice by itself.
  const chosen = useMemo(() => new Set([...picked].filter(slot => !board.taken.has(slot))), [picked, board])
  const clear = useCallback(() => {
    setPicked(new Set())
    setMoving(null)
  }, [])
  const claim = useClaim(giveaway.id, lost => setPicked(now => new Set([...now].filter(s => !lost.includes(s)))), clear)
  const { say } = claim
  const terms = { entryLimit: giveaway.entryLimit, credits }
  const room = roomFor(board, terms, chosen.size)
  const lost = [...picked].filter(slot => board.taken.has(slot) && !board.mine.has(slot))

  const refuseMore = () =>
    say(
      credits <= chosen.size
        ? `You need a ${giveaway.tier} credit to enter this giveaway. Purchase a ${giveaway.tier} product to earn credits.`
        : `Maximum ${giveaway.entryLimit} slots per entry (you have ${board.mine.size} existing entries)`,
    )

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
    grid.current?.goTo(fitting[0]!)
  }

  function submit() {
    if (chosen.size === 0) return say('Please select at least one slot')
    const sorted = [...chosen].sort((a, b) => a - b)
    if (moving === null) claim.claim(sorted)
    else claim.swap(moving, sorted[0]!)
  }

  const lookOf = (slot: number): SlotLook => {
    if (slot === moving) return 'moving'
    if (board.mine.has(slot)) return 'mine'
    if (board.taken.has(slot)) return 'taken'
    return chosen.has(slot) ? 'chosen' : 'free'
  }
  const isFull = board.taken.size >= board.totalSlots
  if (isFull && board.mine.size === 0) return <EmptyState icon="ticket" title="All slots have been reserved!" />

  return (
    <div className="flex flex-col gap-4">
      <SlotTools
        totalSlots={board.totalSlots}
        room={moving === null ? room : 0}
        onJump={slot => grid.current?.goTo(slot)}
        onPick={count => add(pickFree(board, chosen, count))}
      />
      <SlotGrid totalSlots={board.totalSlots} lookOf={lookOf} onPress={press} handle={grid} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-3 border-line border-t bg-surface px-5 py-4 sm:-mx-6 sm:px-6">
        <ClaimProblemNotice
          problem={claim.problem}
          lost={lost}
          instead={insteadOf(board, lost, chosen)}
          tier={giveaway.tier}
          onTake={add}
        />
        <ChoiceBar
          board={board}
          chosen={chosen}
          credits={credits}
          tier={giveaway.tier}
          moving={moving}
          isBusy={claim.isBusy}
          onSubmit={submit}
          onClear={clear}
        />
      </div>
    </div>
  )
}
