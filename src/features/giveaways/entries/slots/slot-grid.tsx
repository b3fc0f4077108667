import {
  type KeyboardEvent,
  memo,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  startTransition,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Tier } from '#kernel/values/tiers.ts'
import { classNames } from '#ui/class-names.ts'
import { SlotCell, type SlotLook } from './slot-cell.tsx'
import { ROW, type RowsInSight, type ShownSlots, scrollTopFor, useRowsInSight, type View } from './use-rows-in-sight.ts'

/** Spare rows are laid out when they come into sight. In a page's own flow Chromium would keep their width in a narrower window. */
const IN_FRAME = 'overflow-y-auto overscroll-contain **:[[role=row]]:[content-visibility:auto]'
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

/**
 * The numbered slots as a grid with keyboard navigation: arrow keys, Home and End (with Ctrl: first and last of all), Page Up and Page
 * Down. Only rows near the visible ones are rendered, and only changed rows render again, so 10,000 slots are as fast as 100.
 */
export function SlotGrid({ totalSlots, only, tier, isWhole, lookOf, onPress, handle, onSight }: SlotGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => slotsIn(totalSlots, only), [totalSlots, only])
  const { view, ...sight } = useRowsInSight(frame, shown, onSight)
  const { columns } = view
  const rows = Math.ceil(shown.count / columns)
  const first = Math.min(view.first, rows)
  const last = Math.min(rows, view.last)
  const { activeSlot, here, setActive, goTo } = useActiveSlot(frame, shown, { columns, first, last, ...sight })
  const active = shown.at(shown.positionOf(activeSlot))
  useImperativeHandle(handle, () => ({ goTo: slot => goTo(shown.positionOf(slot)) }))

  function onKeyDown(event: KeyboardEvent) {
    const visibleRows = Math.floor((frame.current?.clientHeight ?? 0) / ROW)
    const target = targetOf(event, shown.positionOf(here.current), { columns, count: shown.count, visibleRows })
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }

  return (
    <div
      ref={frame}
      onScroll={sight.look}
      className={classNames(
        'border border-line bg-sunken p-2',
        !isWhole && IN_FRAME,
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

/** The tab stop of the grid, and the way to another. */
function useActiveSlot(
  frame: RefObject<HTMLElement | null>,
  shown: ShownSlots,
  { columns, first, last, look, showAt, isJumping }: View & Omit<RowsInSight, 'view'>,
) {
  const [activeSlot, setActiveSlot] = useState(1)
  // The next key starts here, also while the rows of a jump are not rendered yet.
  const here = useRef(1)
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const cell = frame.current?.querySelector<HTMLElement>(`[data-slot="${activeSlot}"]`)
    cell?.focus({ preventScroll: true })
    // On small screens, the whole dialog scrolls too.
    cell?.scrollIntoView({ block: 'nearest' })
  }, [frame, activeSlot])

  function setActive(slot: number) {
    here.current = slot
    setActiveSlot(slot)
  }

  /**
   * Makes the slot at a position the tab stop, scrolls its row into view and, once the slot is rendered, focuses the slot.
   * A jump to rows that are not rendered answers on the overview in its own frame. Its rows follow, because they take longer than a frame.
   */
  function goTo(position: number) {
    const next = Math.min(shown.count, Math.max(1, position))
    const row = Math.floor((next - 1) / columns)
    const top = frame.current ? scrollTopFor(frame.current, row) : 0
    wantsFocus.current = true
    if (row >= first && row < last && !isJumping()) {
      setActive(shown.at(next))
      if (!frame.current) return
      frame.current.scrollTop = top
      look()
      return
    }
    here.current = shown.at(next)
    startTransition(() => {
      setActiveSlot(shown.at(next))
      showAt(top)
    })
  }
  return { activeSlot, here, setActive, goTo }
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
      // A row's size is fixed, so that a change in one row lays out no other. The margin leaves room for the stamp of a new slot.
      className="grid h-14 gap-1.5 pb-1.5 [contain:size_layout_style] [overflow-clip-margin:1.25rem]"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {slots.split(',').map((slot, index) => (
        <SlotCell key={slot} slot={Number(slot)} look={lookAt[index]!} tier={tier} isActive={Number(slot) === active} />
      ))}
    </div>
  )
})
