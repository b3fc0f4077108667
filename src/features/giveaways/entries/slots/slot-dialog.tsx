import { type ReactNode, useRef } from 'react'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { SlotBoard } from '../../contract.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { pickFree } from './claim/picking.ts'
import type { EnterableGiveaway } from './claim/use-choice.ts'
import { useChoice } from './claim/use-choice.ts'
import { useSlots } from './claim/use-slots.ts'
import { ClaimProblemNotice } from './claim-problem-notice.tsx'
import { LiveMark } from './live-mark.tsx'
import { SlotGrid, type SlotGridHandle } from './slot-grid.tsx'
import { SlotTools } from './slot-tools.tsx'

type SlotDialogProps = { giveaway: EnterableGiveaway; onClose: () => void }

/** Slot selection: the grid, its tools, and the bar with cost and odds. */
export function SlotDialog({ giveaway, onClose }: SlotDialogProps) {
  const slots = useSlots(giveaway.id)
  const credits = useCredits()
  const failed = slots.error ?? credits.error
  return (
    <Dialog
      open
      size="lg"
      fitted
      onOpenChange={onClose}
      title={`Choose your slots: ${giveaway.title}`}
      description={`Each slot costs one ${giveaway.tier} credit. At most ${giveaway.entryLimit} for each person.`}
    >
      {slots.data && credits.data ? (
        <Choosing
          giveaway={giveaway}
          slots={slots.data}
          credits={creditsOf(credits.data, giveaway.tier)}
          live={<LiveMark state={slots.state} />}
        />
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

type ChoosingProps = {
  giveaway: EnterableGiveaway
  slots: SlotBoard
  credits: number
  /** Shows how fresh the slots are. */
  live: ReactNode
}

function Choosing({ giveaway, slots, credits, live }: ChoosingProps) {
  const grid = useRef<SlotGridHandle>(null)
  const choice = useChoice(giveaway, slots, credits, slot => grid.current?.goTo(slot))
  const { board, chosen } = choice
  const isFull = board.taken.size >= board.totalSlots
  if (isFull && board.mine.size === 0) return <EmptyState icon="ticket" title="All slots have been reserved!" />

  return (
    <div className="flex min-h-0 flex-col gap-4">
      <SlotTools
        totalSlots={board.totalSlots}
        room={choice.room}
        live={live}
        onJump={slot => grid.current?.goTo(slot)}
        onPick={count => choice.add(pickFree(board, chosen, count))}
      />
      <SlotGrid totalSlots={board.totalSlots} lookOf={choice.lookOf} onPress={choice.press} handle={grid} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-3 border-line border-t bg-surface px-5 py-4 sm:-mx-6 sm:px-6">
        <ClaimProblemNotice
          problem={choice.problem}
          lost={choice.lost}
          instead={choice.instead}
          tier={giveaway.tier}
          onTake={choice.add}
        />
        <ChoiceBar
          board={board}
          chosen={chosen}
          credits={credits}
          tier={giveaway.tier}
          moving={choice.moving}
          isBusy={choice.isBusy}
          onSubmit={choice.submit}
          onClear={choice.clear}
        />
      </div>
    </div>
  )
}
