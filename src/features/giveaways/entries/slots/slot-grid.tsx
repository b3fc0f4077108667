import {
  type KeyboardEvent,
  memo,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'

/** Row height with gap, in pixels; must match the cell size in `slot-cell.tsx`. */
const ROW = 56
/**
 * `SPARE`: rows rendered above and below the visible ones. `STEP`: rows scrolled before a new render; few, so that each render is short.
 */
const SPARE = 8
const STEP = 1
/** Columns up to 768 px, and on wider screens: rows of ten are easy to read. */
const COLUMNS = 5
const WIDE_COLUMNS = 10
const WIDE = '(width > 768px)'

export type SlotGridHandle = { goTo: (slot: number) => void }

type SlotGridProps = {
  totalSlots: number
  lookOf: (slot: number) => SlotLook
  onPress: (slot: number) => void
  handle: Ref<SlotGridHandle>
}

/** The rendered rows, from `first` to before `last`, and the number of columns. */
type View = { columns: number; first: number; last: number }

/**
 * The numbered slots as a grid with keyboard navigation: arrow keys, Home and End (with Ctrl: first and last of all), Page Up and Page
 * Down. Only rows near the visible ones are rendered, and only changed rows render again, so 10,000 slots are as fast as 100.
 */
export function SlotGrid({ totalSlots, lookOf, onPress, handle }: SlotGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { view, look } = useRowsInSight(frame)
  const [active, setActive] = useState(1)
  const wantsFocus = useRef(false)
  const { columns } = view
  const rows = Math.ceil(totalSlots / columns)
  const first = Math.min(view.first, rows)
  const last = Math.min(rows, view.last)
  const shown = Math.min(active, totalSlots)

  /** Makes a slot the tab stop, scrolls its row into view and, once the slot is rendered, focuses the slot. */
  function goTo(slot: number) {
    const next = Math.min(totalSlots, Math.max(1, slot))
    const element = frame.current
    setActive(next)
    wantsFocus.current = true
    if (!element) return
    const top = Math.floor((next - 1) / columns) * ROW
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + ROW > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW - element.clientHeight
    look()
  }
  useImperativeHandle(handle, () => ({ goTo }))
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const cell = frame.current?.querySelector<HTMLElement>(`[data-slot="${active}"]`)
    cell?.focus({ preventScroll: true })
    // On small screens, the whole dialog scrolls too.
    cell?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function onKeyDown(event: KeyboardEvent) {
    const visibleRows = Math.floor((frame.current?.clientHeight ?? 0) / ROW)
    const target = targetOf(event, shown, { columns, totalSlots, visibleRows })
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }

  return (
    <div
      ref={frame}
      onScroll={look}
      className="max-h-[46dvh] min-h-48 overflow-y-auto overscroll-contain border border-line bg-sunken p-2"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table has no rows that are left out. */}
      <div
        role="grid"
        aria-label="Slots"
        aria-multiselectable="true"
        aria-rowcount={rows}
        aria-colcount={columns}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={event => heardBy(event, setActive)}
        onClick={event => heardBy(event, onPress)}
        style={{ paddingTop: first * ROW, paddingBottom: (rows - last) * ROW }}
      >
        {numbers(first, last).map(row => {
          const from = row * columns + 1
          const to = Math.min(from + columns, totalSlots + 1)
          return (
            <SlotRow
              key={row}
              row={row}
              from={from}
              columns={columns}
              looks={numbers(from, to).map(lookOf).join()}
              active={from <= shown && shown < to ? shown : null}
            />
          )
        })}
      </div>
    </div>
  )
}

/** The rows to render. `look` measures again after the frame has scrolled. */
function useRowsInSight(frame: RefObject<HTMLElement | null>) {
  const [view, setView] = useState<View>({ columns: COLUMNS, first: 0, last: 3 * SPARE })
  const look = useCallback(() => {
    if (!frame.current) return
    const next = viewOf(frame.current)
    // Most scroll events change no rendered row; the state then stays identical and React does not render.
    setView(now => (now.columns === next.columns && now.first === next.first && now.last === next.last ? now : next))
  }, [frame])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(look)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, look])
  return { view, look }
}

function viewOf({ clientHeight, scrollTop }: HTMLElement): View {
  const columns = window.matchMedia(WIDE).matches ? WIDE_COLUMNS : COLUMNS
  const first = Math.max(0, Math.floor(scrollTop / ROW / STEP) * STEP - SPARE)
  return { columns, first, last: first + Math.ceil(clientHeight / ROW) + 2 * SPARE + STEP }
}

/** One event listener for all slots: reports the slot of an event. */
function heardBy({ target }: SyntheticEvent, tell: (slot: number) => void) {
  const slot = target instanceof Element && target.closest<HTMLElement>('[data-slot]')?.dataset.slot
  if (slot) tell(Number(slot))
}

type Extent = { columns: number; totalSlots: number; visibleRows: number }

/** The slot that a key moves to; undefined for other keys. The result may be out of range; `goTo` clamps it. */
function targetOf({ key, ctrlKey }: KeyboardEvent, from: number, { columns, totalSlots, visibleRows }: Extent) {
  const rowStart = from - ((from - 1) % columns)
  const page = columns * Math.max(1, visibleRows - 1)
  const targets: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns < 1 ? from : from - columns,
    ArrowDown: from + columns > totalSlots ? from : from + columns,
    Home: ctrlKey ? 1 : rowStart,
    End: ctrlKey ? totalSlots : rowStart + columns - 1,
    PageUp: from - page,
    PageDown: from + page,
  }
  return targets[key]
}

/** Integers from `from` to before `to`. */
const numbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

type SlotRowProps = {
  /** Counted from 0. */
  row: number
  /** The row's first slot. */
  from: number
  columns: number
  /** Looks of the slots, comma-separated. A string compares by value, so `memo` skips unchanged rows. */
  looks: string
  /** The tab stop, if it is in this row. */
  active: number | null
}

const SlotRow = memo(function SlotRow({ row, from, columns, looks, active }: SlotRowProps) {
  const slots = looks.split(',').map((look, index) => ({ slot: from + index, look: look as SlotLook }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no rows that are left out.
    <div
      role="row"
      aria-rowindex={row + 1}
      tabIndex={-1}
      className="grid h-14 gap-1.5 pb-1.5"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {slots.map(({ slot, look }) => (
        <SlotCell key={slot} slot={slot} look={look} isActive={slot === active} />
      ))}
    </div>
  )
})

/** `moving` is the shopper's slot that is being swapped for `target`; `staff` and `own-staff` are entries of staff. */
export type SlotLook = 'free' | 'taken' | 'staff' | 'mine' | 'own-staff' | 'chosen' | 'moving' | 'target'

const WORDS: Record<SlotLook, string> = {
  free: 'free',
  taken: 'taken',
  staff: 'taken by staff, not drawn',
  mine: 'yours',
  'own-staff': 'yours, of staff, not drawn',
  chosen: 'chosen',
  moving: 'yours, to be moved',
  target: 'the swap goes here',
}

const LOOKS: Record<SlotLook, string> = {
  free: 'border-line-strong bg-field text-ink hover:border-signal',
  taken: 'border-transparent bg-transparent text-muted',
  staff: 'border-dotted border-line-strong bg-transparent text-muted',
  mine: 'border-2 border-ranger bg-ranger-fill text-on-plate',
  'own-staff': 'border-2 border-dotted border-ranger bg-ranger-fill text-on-plate',
  chosen: 'border-transparent bg-signal-fill text-on-signal',
  moving: 'border-2 border-dashed border-signal bg-field text-ink',
  target: 'border-2 border-signal bg-field text-ink',
}

type SlotCellProps = {
  slot: number
  look: SlotLook
  /** The one slot in the tab order. */
  isActive: boolean
}

/** One slot, marked by shape, text and colour. The grid handles its events. */
function SlotCell({ slot, look, isActive }: SlotCellProps) {
  const isOfStaff = look === 'staff' || look === 'own-staff'
  const isTaken = look === 'taken' || look === 'staff'
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
        'figure relative flex min-h-11 min-w-11 flex-col items-center justify-center rounded-sm border font-semibold text-lg leading-5 transition-colors',
        // Also visible for mouse users, because "go to slot" must show its target.
        'focus:-outline-offset-2 focus:outline-2 focus:outline-focus',
        LOOKS[look],
      )}
    >
      {isTaken ? (
        <>
          <span>R</span>
          <span className="font-medium text-xs leading-3">{slot}</span>
        </>
      ) : (
        slot
      )}
      {isOfStaff && <span className="absolute top-0.5 left-1 text-xs leading-4">S</span>}
      {(look === 'chosen' || look === 'target') && (
        <Icon name="check" size={16} className="absolute top-0.5 right-0.5" />
      )}
      {(look === 'mine' || look === 'own-staff') && (
        <Icon name="ticket" size={16} className="absolute top-0.5 right-0.5" />
      )}
    </button>
  )
}
