import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { SlotCell, type SlotLook } from './slot-cell.tsx'

/** Height of a row with its gap, in pixels; the cells' size in `slot-cell.tsx` goes with it. */
const ROW = 56
/** Rows drawn above and below those in sight. */
const SPARE = 6
/** customer-side.md section 2: 5 columns; wider screens take as many as fit. */
const COLUMNS = 5
const CELL_WIDTH = 72

export type SlotGridHandle = { goTo: (slot: number) => void }

type SlotGridProps = {
  totalSlots: number
  lookOf: (slot: number) => SlotLook
  onPress: (slot: number) => void
  handle: Ref<SlotGridHandle>
}

/**
 * The numbered slots, as a grid one moves in by arrow keys, Home and End (with Ctrl: of all), Page Up and Down. Only the rows
 * in sight are drawn, so ten thousand slots are as quick as a hundred.
 */
export function SlotGrid({ totalSlots, lookOf, onPress, handle }: SlotGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ columns: COLUMNS, top: 0, height: 480 })
  const [active, setActive] = useState(1)
  const wantsFocus = useRef(false)
  const { columns } = view
  const rows = Math.ceil(totalSlots / columns)
  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE)
  const last = Math.min(rows, Math.ceil((view.top + view.height) / ROW) + SPARE)
  const shown = Math.min(active, totalSlots)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth
      const fitting = width < 480 ? COLUMNS : Math.max(COLUMNS, Math.floor(width / CELL_WIDTH))
      setView({ columns: fitting, top: element.scrollTop, height: element.clientHeight })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  /** Makes a slot the one that Tab comes to, brings its row into sight and, when it is drawn, moves the focus to it. */
  function goTo(slot: number) {
    const next = Math.min(totalSlots, Math.max(1, slot))
    const element = frame.current
    setActive(next)
    wantsFocus.current = true
    if (!element) return
    const top = Math.floor((next - 1) / columns) * ROW
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + ROW > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW - element.clientHeight
    setView(now => ({ ...now, top: element.scrollTop }))
  }
  useImperativeHandle(handle, () => ({ goTo }))
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const cell = frame.current?.querySelector<HTMLElement>(`[data-slot="${active}"]`)
    cell?.focus({ preventScroll: true })
    // On a small screen the whole dialog scrolls too.
    cell?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function onKeyDown(event: KeyboardEvent) {
    const target = targetOf(event, shown, { columns, totalSlots, visibleRows: Math.floor(view.height / ROW) })
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }

  return (
    <div
      ref={frame}
      onScroll={event => {
        const { scrollTop, clientHeight } = event.currentTarget
        setView(now => ({ ...now, top: scrollTop, height: clientHeight }))
      }}
      className="max-h-[36dvh] min-h-48 sm:max-h-[46dvh] overflow-y-auto border border-line bg-sunken p-2"
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
        style={{ paddingTop: first * ROW, paddingBottom: (rows - last) * ROW }}
      >
        {numbers(first, last).map(row => (
          <SlotRow key={row} row={row} columns={columns} totalSlots={totalSlots}>
            {slot => (
              <SlotCell
                key={slot}
                slot={slot}
                look={lookOf(slot)}
                isActive={slot === shown}
                onFocus={setActive}
                onPress={onPress}
              />
            )}
          </SlotRow>
        ))}
      </div>
    </div>
  )
}

type SlotRowProps = { row: number; columns: number; totalSlots: number; children: (slot: number) => ReactNode }

/** One row of the grid, counted from 0. */
function SlotRow({ row, columns, totalSlots, children }: SlotRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no rows that are left out.
    <div
      role="row"
      aria-rowindex={row + 1}
      tabIndex={-1}
      className="grid h-14 gap-1.5 pb-1.5"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {numbers(row * columns + 1, Math.min((row + 1) * columns, totalSlots) + 1).map(children)}
    </div>
  )
}

type Extent = { columns: number; totalSlots: number; visibleRows: number }

/** The slot that a key leads to from another; undefined for keys that move nothing. It may lie outside, and is then brought in. */
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

/** Whole numbers from `from`, below `to`. */
const numbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
