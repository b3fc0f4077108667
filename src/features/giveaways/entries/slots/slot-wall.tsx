import { type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { useUser } from '#kernel/client/browser.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { SlotBoard } from '../../giveaway/contract.ts'
import { ENTRY_ERRORS } from '../../giveaway/errors/entry-errors.ts'
import type { EntryRefusal } from '../refusals/entry-refusal.ts'
import { ChoiceBar, ClaimProblemNotice } from './choice-bar.tsx'
import { OF_ADDRESS } from './claim/claim-problem.ts'
import { freeAndOwn, ownNumbersOf, standingRefusal } from './claim/picking.ts'
import { type EnterableGiveaway, useChoice } from './claim/use-choice.ts'
import { SlotGrid, type SlotGridHandle } from './slot-grid.tsx'
import { SlotOverview, type SlotOverviewHandle } from './slot-overview.tsx'
import { LiveMark, SlotTools } from './slot-tools.tsx'
import { useSlots } from './use-slots.ts'

/** A wall of at most this many slots stands whole on a page. Larger ones scroll in a frame, below an overview. */
const WHOLE = 100

type SlotWallProps = {
  giveaway: EnterableGiveaway
  place: 'dialog' | 'page'
  /** Another wall with the same slots is open above, and asks for them. */
  isCovered?: boolean
  /** Called after a claim or a swap. */
  onChanged?: () => void
}

/** The slots of a giveaway to choose from: overview, tools, the grid, and the bar with cost and odds. */
export function SlotWall({ giveaway, place, isCovered = false, onChanged }: SlotWallProps) {
  const slots = useSlots(giveaway.id, !isCovered)
  const credits = useCredits()
  const failed = slots.error ?? credits.error
  if (slots.data && credits.data)
    return (
      <Choosing
        giveaway={giveaway}
        place={place}
        onChanged={onChanged}
        slots={slots.data}
        credits={creditsOf(credits.data, giveaway.tier)}
        live={<LiveMark state={slots.state} />}
      />
    )
  if (failed)
    return (
      <FailedState onRetry={() => void Promise.all([slots.refetch(), credits.refetch()])}>{failed.message}</FailedState>
    )
  return <Skeleton className="h-96" />
}

type ChoosingProps = SlotWallProps & {
  slots: SlotBoard
  credits: number
  /** Shows how fresh the slots are. */
  live: ReactNode
}

function Choosing({ giveaway, place, onChanged, slots, credits, live }: ChoosingProps) {
  const grid = useRef<SlotGridHandle>(null)
  const overview = useRef<SlotOverviewHandle>(null)
  const goTo = (slot: number) => grid.current?.goTo(slot)
  const onSight = useCallback((first: number, last: number) => overview.current?.mark(first, last), [])
  const choice = useChoice(giveaway, slots, credits, { onAdded: goTo, onChanged })
  const [only, setOnly] = useState<readonly number[]>()
  // The box answers in its frame; the rows, which all change, are drawn in the next one.
  const shownOnly = useDeferredValue(only)
  // The grid answers a press first, the small picture after it.
  const pictured = useDeferredValue(choice.lookOf)
  const isStaff = useUser()?.isAdmin ?? false
  const { board } = choice
  if (board.taken.size >= board.totalSlots && ownNumbersOf(board).onGrid.length === 0)
    return <EmptyState icon="ticket" title={ENTRY_ERRORS.sold_out.message} />
  // The address form returns to this giveaway.
  const addressTo = `/dashboard?tab=profile&next=${encodeURIComponent(`/giveaways/${giveaway.slug}`)}`
  const isLarge = board.totalSlots > WHOLE
  const standing = standingRefusal(board)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      {isStaff && <StaffNote />}
      {standing && <StandingNote refusal={standing} addressTo={addressTo} />}
      <SlotTools
        choice={choice}
        tier={giveaway.tier}
        live={live}
        onJump={isLarge ? goTo : undefined}
        isFreeOnly={only !== undefined}
        onFreeOnly={is => setOnly(is ? freeAndOwn(board) : undefined)}
      />
      {isLarge && (
        <SlotOverview
          totalSlots={board.totalSlots}
          tier={giveaway.tier}
          lookOf={pictured}
          onGo={goTo}
          handle={overview}
        />
      )}
      <SlotGrid
        totalSlots={board.totalSlots}
        only={shownOnly}
        tier={giveaway.tier}
        isWhole={place === 'page' ? !isLarge : undefined}
        lookOf={choice.lookOf}
        onPress={choice.press}
        handle={grid}
        onSight={isLarge ? onSight : undefined}
      />
      <div
        data-slot-bar={place === 'page' ? '' : undefined}
        className={classNames('sticky flex flex-col gap-3 border-line border-t bg-surface', BARS[place])}
      >
        <ClaimProblemNotice choice={choice} tier={giveaway.tier} addressTo={addressTo} />
        <ChoiceBar choice={choice} credits={credits} tier={giveaway.tier} isStaff={isStaff} />
      </div>
    </div>
  )
}

/** In a dialog the bar covers the dialog's padding. On a page it stands above the bottom navigation, where there is one. */
const BARS = {
  dialog: '-bottom-5 -mx-5 -mb-5 px-5 py-4 sm:-mx-6 sm:px-6',
  page: 'bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-4 px-4 py-3 md:mx-0 md:border md:border-line lg:bottom-0',
}

const StaffNote = () => (
  <Notice>Slots that you take are staff entries: marked as such for everyone, and never drawn.</Notice>
)

/** Says before the shopper chooses slots that none can be taken: by age, address, or the giveaway's terms, or because none is free. */
const StandingNote = ({ refusal: { code, message }, addressTo }: { refusal: EntryRefusal; addressTo: string }) => (
  <Notice kind="warning" live>
    <p>{message}</p>
    {OF_ADDRESS.includes(code) && (
      <p>
        <TextLink to={addressTo}>Update your shipping address</TextLink>
      </p>
    )}
  </Notice>
)
