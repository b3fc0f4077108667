import { type ReactNode, useRef } from 'react'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { useShippingStatus } from '#features/identity/profile/web/use-shipping-status.ts'
import { useSession } from '#kernel/client/browser.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { GIVEAWAY_ERRORS, type SlotBoard } from '../../contract.ts'
import { ChoiceBar, ClaimProblemNotice } from './choice-bar.tsx'
import { ownNumbersOf } from './claim/picking.ts'
import { type EnterableGiveaway, useChoice } from './claim/use-choice.ts'
import { SlotGrid, type SlotGridHandle } from './slot-grid.tsx'
import { LiveMark, SlotTools } from './slot-tools.tsx'
import { useSlots } from './use-slots.ts'

type SlotDialogProps = {
  giveaway: EnterableGiveaway
  /** The end passed while the dialog was open. */
  hasEnded: boolean
  onClose: () => void
}

/** Slot selection: the grid, its tools, and the bar with cost and odds. */
export function SlotDialog({ giveaway, hasEnded, onClose }: SlotDialogProps) {
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
      {hasEnded ? (
        <EmptyState icon="clock" title={GIVEAWAY_ERRORS.giveaway_ended.message} />
      ) : slots.data && credits.data ? (
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
  const isStaff = useSession().user?.isAdmin ?? false
  const { board } = choice
  const isFull = board.taken.size >= board.totalSlots
  if (isFull && ownNumbersOf(board).onGrid.length === 0)
    return <EmptyState icon="ticket" title="All slots have been reserved!" />
  // The address form returns to this giveaway.
  const addressTo = `/dashboard?tab=profile&next=${encodeURIComponent(`/giveaways/${giveaway.slug}`)}`

  return (
    <div className="flex min-h-0 flex-col gap-4">
      {isStaff ? <StaffNote /> : <AddressNote to={addressTo} />}
      <SlotTools choice={choice} live={live} onJump={slot => grid.current?.goTo(slot)} />
      <SlotGrid totalSlots={board.totalSlots} lookOf={choice.lookOf} onPress={choice.press} handle={grid} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-3 border-line border-t bg-surface px-5 py-4 sm:-mx-6 sm:px-6">
        <ClaimProblemNotice choice={choice} tier={giveaway.tier} addressTo={addressTo} />
        <ChoiceBar choice={choice} credits={credits} tier={giveaway.tier} isStaff={isStaff} />
      </div>
    </div>
  )
}

const StaffNote = () => <Notice>Slots that you take are entries of staff: marked for everyone, and never drawn.</Notice>

/** Says that the address is missing before the shopper chooses slots. */
function AddressNote({ to }: { to: string }) {
  if (useShippingStatus() !== 'incomplete') return null
  return (
    <Notice kind="warning" live>
      <p>{GIVEAWAY_ERRORS.address_needed.message}</p>
      <p>
        <TextLink to={to}>Update your shipping address</TextLink>
      </p>
    </Notice>
  )
}
