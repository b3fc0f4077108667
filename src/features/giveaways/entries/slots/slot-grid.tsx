import {
  type KeyboardEvent,
  memo,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Tier } from '#kernel/values/tiers.ts'
import { classNames } from '#ui/class-names.ts'
import { SlotCell, type SlotLook } from './slot-cell.tsx'

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
  /** The slots to show, ascending; all when omitted. */
  only?: readonly number[] | undefined
  tier: Tier
  /** On a page: whether all rows stand in the page's own scrolling, or in a frame that scrolls. Omitted, the grid fills a dialog. */
  isWhole?: boolean
  lookOf: (slot: number) => SlotLook
  onPress: (slot: number) => void
  handle: Ref<SlotGridHandle>
  /** Receives the first and the last slot of the rows in sight, whenever the frame scrolls. */
  onSight?: ((first: number, last: number) => void) | undefined
}

/** The rendered rows, from `first` to before `last`, and the number of columns. */
type View = { columns: number; first: number; last: number }

/**
 * The numbered slots as a grid with keyboard navigation: arrow keys, Home and End (with Ctrl: first and last of all), Page Up and Page
 * Down. Only rows near the visible ones are rendered, and only changed rows render again, so 10,000 slots are as fast as 100.
 */
export function SlotGrid({ totalSlots, only, tier, isWhole, lookOf, onPress, handle, onSight }: SlotGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => slotsIn(totalSlots, only), [totalSlots, only])
  const { view, look } = useRowsInSight(frame, shown, onSight)
  const [activeSlot, setActive] = useState(1)
  const wantsFocus = useRef(false)
  const { columns } = view
  const rows = Math.ceil(shown.count / columns)
  const first = Math.min(view.first, rows)
  const last = Math.min(rows, view.last)
  const active = shown.at(shown.positionOf(activeSlot))

  /** Makes the slot at a position the tab stop, scrolls its row into view and, once the slot is rendered, focuses the slot. */
  function goTo(position: number) {
    const next = Math.min(shown.count, Math.max(1, position))
    const element = frame.current
    setActive(shown.at(next))
    wantsFocus.current = true
    if (!element) return
    const top = Math.floor((next - 1) / columns) * ROW
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + ROW > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW - element.clientHeight
    look()
  }
  useImperativeHandle(handle, () => ({ goTo: slot => goTo(shown.positionOf(slot)) }))
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const cell = frame.current?.querySelector<HTMLElement>(`[data-slot="${activeSlot}"]`)
    cell?.focus({ preventScroll: true })
    // On small screens, the whole dialog scrolls too.
    cell?.scrollIntoView({ block: 'nearest' })
  }, [activeSlot])

  function onKeyDown(event: KeyboardEvent) {
    const visibleRows = Math.floor((frame.current?.clientHeight ?? 0) / ROW)
    const target = targetOf(event, shown.positionOf(activeSlot), { columns, count: shown.count, visibleRows })
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }

  return (
    <div
      ref={frame}
      onScroll={look}
      className={classNames(
        'border border-line bg-sunken p-2',
        // The bars above and below the page's content cover no slot that the keyboard reaches.
        isWhole ? '**:data-slot:scroll-mt-24 **:data-slot:scroll-mb-52' : 'overflow-y-auto overscroll-contain',
        isWhole === undefined && 'min-h-48 flex-1',
        isWhole === false && 'max-h-[60dvh]',
      )}
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
          const slots = numbers(row * columns + 1, Math.min((row + 1) * columns, shown.count) + 1).map(shown.at)
          return (
            <SlotRow
              key={row}
              row={row}
              slots={slots.join()}
              columns={columns}
              looks={slots.map(lookOf).join()}
              tier={tier}
              active={slots.includes(active) ? active : null}
            />
          )
        })}
      </div>
    </div>
  )
}

type ShownSlots = {
  count: number
  /** The slot at a position, counted from 1. */
  at: (position: number) => number
  /** The position of a slot, or of the next one that is shown. */
  positionOf: (slot: number) => number
}

function slotsIn(totalSlots: number, only: readonly number[] | undefined): ShownSlots {
  if (!only) return { count: totalSlots, at: slot => slot, positionOf: slot => Math.min(totalSlots, slot) }
  const next = (slot: number) => only.findIndex(shown => shown >= slot)
  return {
    count: only.length,
    at: position => only[position - 1] ?? 1,
    positionOf: slot => (next(slot) === -1 ? only.length : next(slot) + 1),
  }
}

/** The rows to render. `look` measures again after the frame has scrolled. */
function useRowsInSight(
  frame: RefObject<HTMLElement | null>,
  shown: ShownSlots,
  onSight: ((first: number, last: number) => void) | undefined,
) {
  const [view, setView] = useState<View>({ columns: COLUMNS, first: 0, last: 3 * SPARE })
  const look = useCallback(() => {
    if (!frame.current) return
    const next = viewOf(frame.current)
    const { top, bottom } = next
    onSight?.(shown.at(top * next.columns + 1), shown.at(Math.min(shown.count, bottom * next.columns)))
    // Most scroll events change no rendered row; the state then stays identical and React does not render.
    setView(now => (now.columns === next.columns && now.first === next.first && now.last === next.last ? now : next))
  }, [frame, shown, onSight])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(look)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, look])
  return { view, look }
}

function viewOf({ clientHeight, scrollTop }: HTMLElement): View & { top: number; bottom: number } {
  const columns = window.matchMedia(WIDE).matches ? WIDE_COLUMNS : COLUMNS
  const top = Math.floor(scrollTop / ROW)
  const height = Math.ceil(clientHeight / ROW)
  const first = Math.max(0, Math.floor(top / STEP) * STEP - SPARE)
  return { columns, first, last: first + height + 2 * SPARE + STEP, top, bottom: top + height }
}

/** One event listener for all slots: reports the slot of an event. */
function heardBy({ target }: SyntheticEvent, tell: (slot: number) => void) {
  const slot = target instanceof Element && target.closest<HTMLElement>('[data-slot]')?.dataset.slot
  if (slot) tell(Number(slot))
}

type Extent = { columns: number; count: number; visibleRows: number }

/** The position that a key moves to; undefined for other keys. The result may be out of range; `goTo` clamps it. */
function targetOf({ key, ctrlKey }: KeyboardEvent, from: number, { columns, count, visibleRows }: Extent) {
  const rowStart = from - ((from - 1) % columns)
  const page = columns * Math.max(1, visibleRows - 1)
  const targets: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns < 1 ? from : from - columns,
    ArrowDown: from + columns > count ? from : from + columns,
    Home: ctrlKey ? 1 : rowStart,
    End: ctrlKey ? count : rowStart + columns - 1,
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
  /** The row's slots and their looks, comma-separated. A string compares by value, so `memo` skips unchanged rows. */
  slots: string
  looks: string
  columns: number
  tier: Tier
  /** The tab stop, if it is in this row. */
  active: number | null
}

const SlotRow = memo(function SlotRow({ row, slots, columns, looks, tier, active }: SlotRowProps) {
  const lookAt = looks.split(',') as SlotLook[]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no rows that are left out.
    <div
      role="row"
      aria-rowindex={row + 1}
      tabIndex={-1}
      // A row's size is fixed, so that a change in one row lays out no other.
      className="grid h-14 gap-1.5 pb-1.5 [contain:size_layout_style]"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {slots.split(',').map((slot, index) => (
        <SlotCell key={slot} slot={Number(slot)} look={lookAt[index]!} tier={tier} isActive={Number(slot) === active} />
      ))}
    </div>
  )
})
