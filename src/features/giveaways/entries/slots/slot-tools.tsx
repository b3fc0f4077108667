import { type FormEvent, type ReactNode, useState } from 'react'
import type { RealtimeState } from '#kernel/client/realtime/realtime.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { TIER_HUES } from '#ui/money/tier-badge.tsx'
import type { Choice } from './choice-bar.tsx'
import { listOf, ownNumbersOf, pickFree } from './claim/picking.ts'

type SlotToolsProps = {
  choice: Choice
  tier: Tier
  /** Shows how fresh the slots are. */
  live: ReactNode
  /** Goes to a slot. Omitted for walls that show all slots at once. */
  onJump: ((slot: number) => void) | undefined
  isFreeOnly: boolean
  onFreeOnly: (is: boolean) => void
}

/** Tools above the grid: go to a number, pick at random, free slots alone, and the legend. */
export function SlotTools({ choice, tier, live, onJump, isFreeOnly, onFreeOnly }: SlotToolsProps) {
  const { board, chosen, room } = choice
  const { byMail } = ownNumbersOf(board)
  const [count, setCount] = useState(1)
  const picking = Math.min(count, Math.max(1, room))
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
          {onJump && <Jump totalSlots={board.totalSlots} onJump={onJump} />}
          <CheckboxField label="Free only" checked={isFreeOnly} onChange={event => onFreeOnly(event.target.checked)} />
        </div>
        <div className="flex flex-wrap items-end gap-2">
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
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <ul
          className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-xs sm:gap-x-5 sm:text-sm"
          aria-label="What the marks mean"
        >
          <li className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="inline-block size-4 rounded-sm border border-line-strong bg-field" />
            Free
          </li>
          <li className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="figure rounded-sm bg-ink/8 px-1 font-semibold">
              R
            </span>
            Reserved
          </li>
          <li className="inline-flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className={classNames('inline-block size-4 rounded-full border-2 border-current', TIER_HUES[tier])}
            />
            Yours: press to move it
          </li>
          {board.staff.size > 0 && (
            <li className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="figure border border-line-strong border-dotted px-1 font-semibold">
                S
              </span>
              Taken by staff to try the giveaway, never drawn
            </li>
          )}
        </ul>
        {live}
      </div>
      {byMail.length > 0 && (
        <p className="text-sm">
          Your free entries: {listOf(byMail)}. Free entries, by mail or online, come after the last slot and do not
          count for the limit.
        </p>
      )}
    </div>
  )
}

/** Goes to the slot of a typed number. */
function Jump({ totalSlots, onJump }: { totalSlots: number; onJump: (slot: number) => void }) {
  const [wanted, setWanted] = useState('')
  function jump(event: FormEvent) {
    event.preventDefault()
    const slot = Number.parseInt(wanted, 10)
    if (slot >= 1) onJump(slot)
  }
  return (
    <form onSubmit={jump} className="flex items-end gap-2">
      <TextField
        label={`Go to slot (1 to ${formatCount(totalSlots)})`}
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
  )
}

const WORDS: Record<RealtimeState, string> = {
  connected: 'Live',
  connecting: 'Connecting',
  disconnected: 'Not live. Updates every 3 seconds',
  disrupted: 'Connection lost. Updates every 3 seconds',
  'pending keep-alive': 'Connection slow. Updates every 3 seconds',
}

/** Whether the slots update live or by polling. */
export function LiveMark({ state }: { state: RealtimeState }) {
  return (
    <p role="status" className="inline-flex items-center gap-1.5 text-muted text-xs sm:text-sm">
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
