import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { realtime, useSession } from '#kernel/client/browser.ts'
import { type RealtimeState, useRealtimeState } from '#kernel/client/realtime/realtime.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { moveSlots, readSlots, slotsKey } from '../../catalogue/web/giveaways-client.ts'
import type { SlotBoard } from '../../contract.ts'
import { listOf, oddsAfter, pickFree } from './claim/picking.ts'
import { type EnterableGiveaway, useChoice } from './claim/use-choice.ts'
import { SlotGrid, type SlotGridHandle } from './slot-grid.tsx'

/** Slot selection: the grid, its tools, and the bar with cost and odds. */
export function SlotDialog({ giveaway, onClose }: { giveaway: EnterableGiveaway; onClose: () => void }) {
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
  const { board } = choice
  const isFull = board.taken.size >= board.totalSlots
  if (isFull && board.mine.size === 0) return <EmptyState icon="ticket" title="All slots have been reserved!" />

  return (
    <div className="flex min-h-0 flex-col gap-4">
      <SlotTools choice={choice} live={live} onJump={slot => grid.current?.goTo(slot)} />
      <SlotGrid totalSlots={board.totalSlots} lookOf={choice.lookOf} onPress={choice.press} handle={grid} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-3 border-line border-t bg-surface px-5 py-4 sm:-mx-6 sm:px-6">
        <ClaimProblemNotice choice={choice} tier={giveaway.tier} />
        <ChoiceBar choice={choice} credits={credits} tier={giveaway.tier} />
      </div>
    </div>
  )
}

type Choice = ReturnType<typeof useChoice>

/** The choice, its cost, the remaining credits and the resulting odds: "3 slots · 3 Bronze · 2 left after · odds now 3 in 87". */
function ChoiceBar({ choice, credits, tier }: { choice: Choice; credits: number; tier: Tier }) {
  const { board, chosen, moving } = choice
  const odds = oddsAfter(board, chosen.size)
  const sorted = [...chosen].sort((a, b) => a - b)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p aria-live="polite" className="figure min-h-7 text-lg">
        {moving !== null ? (
          <>
            Slot {moving} → {sorted[0] ?? 'choose a free slot'}
          </>
        ) : (
          <>
            <strong className="font-semibold text-signal">
              {chosen.size} {chosen.size === 1 ? 'slot' : 'slots'}
            </strong>
            {` · ${chosen.size} ${tier} · ${credits - chosen.size} left after`}
            {odds.own > 0 && ` · odds now ${odds.own} in ${odds.all}`}
          </>
        )}
        {chosen.size > 0 && <span className="sr-only">: {listOf(sorted)}</span>}
      </p>
      <div className="flex gap-2 max-sm:w-full">
        {(chosen.size > 0 || moving !== null) && (
          <Button variant="quiet" onClick={choice.clear}>
            Clear
          </Button>
        )}
        <Button busy={choice.isBusy} busyText="Reserving..." onClick={choice.submit} className="max-sm:flex-1">
          {moving === null ? 'Enter giveaway' : 'Swap slot'}
        </Button>
      </div>
    </div>
  )
}

/** The problem and the next step: complete the address, earn credits, or take the nearest free slots. */
function ClaimProblemNotice({ choice, tier }: { choice: Choice; tier: Tier }) {
  const { problem, lost, instead } = choice
  if (!problem && lost.length === 0) return null
  const nearest = problem ? problem.nearest : instead
  return (
    <Notice kind={problem ? 'danger' : 'warning'} live>
      <p>{problem?.message ?? `Slot(s) ${lost.join(', ')} are not available`}</p>
      {problem && problem.lost.length > 0 && <p>The rest of your choice is kept, and no credit was spent.</p>}
      {nearest.length > 0 && (
        <Button variant="secondary" size="sm" onClick={() => choice.add(nearest)} className="mt-2">
          Take {listOf(nearest)} instead
        </Button>
      )}
      {problem?.needsAddress && (
        <p>
          <TextLink to="/dashboard?tab=profile">Update your shipping address</TextLink>
        </p>
      )}
      {problem?.needsCredits && (
        <p>
          <TextLink to={`/store?tier=${tier}`}>See {tier} products</TextLink>
        </p>
      )}
    </Notice>
  )
}

const WORDS: Record<RealtimeState, string> = {
  connected: 'Live',
  connecting: 'Connecting',
  disconnected: 'Not live: checked every 3 seconds',
  disrupted: 'Connection lost: checked every 3 seconds',
  'pending keep-alive': 'Connection silent: checked every 3 seconds',
}

/** Whether the slots update live or by polling. */
function LiveMark({ state }: { state: RealtimeState }) {
  return (
    <p role="status" className="inline-flex items-center gap-1.5 text-muted text-sm">
      <span
        aria-hidden="true"
        className={classNames(
          'inline-block size-2 border',
          state === 'connected' ? 'border-ranger bg-ranger' : 'border-line-strong',
        )}
      />
      {WORDS[state]}
    </p>
  )
}

/** Slots are polled every 3 s while the realtime connection is down. */
const POLL_MS = 3000

/** Taken slots and the user's own slots, live: read once, then updated over WebSocket. While the connection is down, polled every 3 s. */
function useSlots(giveawayId: string) {
  const { user } = useSession()
  const userId = user?.id
  const state = useRealtimeState(realtime)
  const isLive = state === 'connected'
  const query = useQuery({
    queryKey: slotsKey(giveawayId, userId),
    queryFn: () => readSlots(giveawayId),
    refetchInterval: isLive ? false : POLL_MS,
  })
  const { refetch } = query
  useEffect(
    () =>
      realtime.listen<{ taken: number[]; freed: number[] }>(
        `giveaways/${giveawayId}`,
        moved => moveSlots(giveawayId, userId, moved),
        // Refetch, because changes before the subscription were not reported.
        () => void refetch(),
      ),
    [giveawayId, userId, refetch],
  )
  return { ...query, state }
}

type SlotToolsProps = {
  choice: Choice
  /** Shows how fresh the slots are. */
  live: ReactNode
  onJump: (slot: number) => void
}

/** Tools above the grid: go to a number, pick at random, and the legend. */
function SlotTools({ choice, live, onJump }: SlotToolsProps) {
  const { board, chosen, room } = choice
  const [wanted, setWanted] = useState('')
  const [count, setCount] = useState(1)
  const picking = Math.min(count, Math.max(1, room))

  function jump(event: FormEvent) {
    event.preventDefault()
    const slot = Number.parseInt(wanted, 10)
    if (slot >= 1) onJump(slot)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <form onSubmit={jump} className="flex items-end gap-2">
          <TextField
            label={`Go to slot (1 to ${board.totalSlots.toLocaleString('en-US')})`}
            inputMode="numeric"
            pattern="[0-9]*"
            maxLength={6}
            autoComplete="off"
            value={wanted}
            onChange={event => setWanted(event.target.value.replace(/\D/g, ''))}
            className="w-40"
          />
          <Button type="submit" variant="secondary">
            Go
          </Button>
        </form>
        <div className="flex items-end gap-2">
          <NumberStepper
            label="How many slots to pick"
            value={picking}
            max={Math.max(1, room)}
            onChange={setCount}
            disabled={room === 0}
          />
          <Button
            variant="secondary"
            icon="dice"
            className="whitespace-nowrap max-sm:px-3"
            disabled={room === 0}
            onClick={() => choice.add(pickFree(board, chosen, picking))}
          >
            Pick for me ({picking})
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-sm sm:gap-x-5" aria-label="What the marks mean">
          <li className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="inline-block size-4 rounded-sm border border-line-strong bg-field" />
            Free
          </li>
          <li className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="figure font-semibold">
              R
            </span>
            Reserved
          </li>
          <li className="inline-flex items-center gap-1.5">
            <Icon name="ticket" size={16} />
            Yours: press to move it
          </li>
        </ul>
        {live}
      </div>
    </div>
  )
}
