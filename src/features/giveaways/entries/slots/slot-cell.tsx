import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'

/** `moving` is the shopper's slot that is being swapped. */
export type SlotLook = 'free' | 'taken' | 'mine' | 'chosen' | 'moving'

const WORDS: Record<SlotLook, string> = {
  free: 'free',
  taken: 'taken',
  mine: 'yours',
  chosen: 'chosen',
  moving: 'yours, to be moved',
}

const LOOKS: Record<SlotLook, string> = {
  free: 'border-line-strong bg-field text-ink hover:border-signal',
  taken: 'border-transparent bg-transparent text-muted',
  mine: 'border-2 border-ranger bg-ranger-fill text-on-plate',
  chosen: 'border-transparent bg-signal-fill text-on-signal',
  moving: 'border-2 border-dashed border-signal bg-field text-ink',
}

type SlotCellProps = {
  slot: number
  look: SlotLook
  /** The one slot in the tab order. */
  isActive: boolean
}

/** One slot, marked by shape, text and colour. The grid handles its events. */
export function SlotCell({ slot, look, isActive }: SlotCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid that one moves in by arrow keys, not of a table.
    <button
      type="button"
      role="gridcell"
      data-slot={slot}
      tabIndex={isActive ? 0 : -1}
      aria-label={`Slot ${slot}, ${WORDS[look]}`}
      aria-selected={look === 'chosen'}
      aria-disabled={look === 'taken'}
      className={classNames(
        'figure relative flex min-h-11 min-w-11 flex-col items-center justify-center rounded-sm border font-semibold text-lg leading-5 transition-colors',
        // Also visible for mouse users, because "go to slot" must show its target.
        'focus:-outline-offset-2 focus:outline-2 focus:outline-focus',
        LOOKS[look],
      )}
    >
      {look === 'taken' ? (
        <>
          <span>R</span>
          <span className="font-medium text-xs leading-3">{slot}</span>
        </>
      ) : (
        slot
      )}
      {look === 'chosen' && <Icon name="check" size={16} className="absolute top-0.5 right-0.5" />}
      {look === 'mine' && <Icon name="ticket" size={16} className="absolute top-0.5 right-0.5" />}
    </button>
  )
}
