import { useEffect, useState } from 'react'
import type { Tier } from '#kernel/values/tiers.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { SlotCoin } from '../../giveaway/web/slot-coin.tsx'

/** `moving` is the shopper's slot that is being swapped for `target`; `staff` and `own-staff` are entries of staff. */
export type SlotLook = 'free' | 'taken' | 'staff' | 'mine' | 'own-staff' | 'chosen' | 'moving' | 'target'

const WORDS: Record<SlotLook, string> = {
  free: 'free',
  taken: 'taken',
  staff: 'taken by staff, not drawn',
  mine: 'yours',
  'own-staff': 'yours, staff entry, not drawn',
  chosen: 'chosen',
  moving: 'yours, moving',
  target: 'the swap goes here',
}

const LOOKS: Record<SlotLook, string> = {
  free: 'border-line-strong bg-field text-ink hover:border-signal',
  taken: 'border-transparent bg-ink/8 text-muted',
  staff: 'border-dotted border-line-strong bg-ink/8 text-muted',
  mine: 'border-transparent text-ink',
  'own-staff': 'border-dotted border-line-strong text-ink',
  chosen: 'border-transparent bg-signal-fill text-on-signal',
  moving: 'border-2 border-dashed border-signal text-ink',
  target: 'border-2 border-signal bg-field text-ink',
}

type SlotCellProps = {
  slot: number
  look: SlotLook
  /** The giveaway's tier, which own slots show as a coin. */
  tier: Tier
  /** The one slot in the tab order. */
  isActive: boolean
}

/** One slot, marked by shape, text and colour. The grid handles its events. */
export function SlotCell({ slot, look, tier, isActive }: SlotCellProps) {
  const isOwn = look === 'mine' || look === 'own-staff' || look === 'moving'
  const isOfStaff = look === 'staff' || look === 'own-staff'
  const isTaken = look === 'taken' || look === 'staff'
  const isNew = useIsNew(isOwn && look !== 'moving')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid that one moves in by arrow keys, not of a table.
    <button
      type="button"
      role="gridcell"
      data-slot={slot}
      tabIndex={isActive ? 0 : -1}
      aria-label={`Slot ${slot}, ${WORDS[look]}`}
      aria-selected={look === 'chosen' || look === 'target'}
      aria-disabled={isTaken}
      className={classNames(
        'figure relative flex min-h-11 min-w-11 flex-col items-center justify-center rounded-sm border font-semibold',
        slot < 1000 ? 'text-xl leading-6' : 'text-lg leading-5',
        // Also visible for mouse users, because "go to slot" must show its target.
        'focus:-outline-offset-2 focus:outline-2 focus:outline-focus',
        LOOKS[look],
      )}
    >
      {isTaken && (
        <>
          <span className="text-lg leading-5">R</span>
          <span className="font-medium text-xs leading-3">{slot}</span>
        </>
      )}
      {isOwn && <SlotCoin slot={slot} tier={tier} className={isNew ? 'motion-safe:animate-stamp' : undefined} />}
      {!isTaken && !isOwn && slot}
      {isOfStaff && <span className="absolute top-0.5 left-1 text-xs leading-4">S</span>}
      {(look === 'chosen' || look === 'target') && (
        <Icon name="check" size={16} className="absolute top-0.5 right-0.5" />
      )}
    </button>
  )
}

/** Whether `is` became true after the first render. Rows that scroll into view are not new. */
function useIsNew(is: boolean): boolean {
  const [was, setWas] = useState(is)
  useEffect(() => {
    if (!is) setWas(false)
  }, [is])
  return is && !was
}
