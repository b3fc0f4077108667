import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'

/** `moving` is one's own slot that a free one is being chosen for. */
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
  /** The one of all that Tab comes to. */
  isActive: boolean
}

/** One slot: told by its shape, by its text and by its colour. What is done to it, the grid hears. */
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
        // By mouse too: "go to slot" has to show where it went.
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
