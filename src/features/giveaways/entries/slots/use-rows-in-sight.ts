import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Row height with gap, in pixels; must match the cell size in `slot-cell.tsx`. */
export const ROW = 56
/** Rows rendered above and below the visible ones. */
const SPARE = 8
/** Columns up to 768 px, and on wider screens: rows of ten are easy to read. */
const [COLUMNS, WIDE_COLUMNS] = [5, 10]
const WIDE = '(width > 768px)'

export type ShownSlots = {
  count: number
  /** The slot at a position, counted from 1. */
  at: (position: number) => number
  /** The position of a slot, or of the next one that is shown. */
  positionOf: (slot: number) => number
}

/** The rendered rows, from `first` to before `last`, and the number of columns. After a jump, the frame scrolls to `scrollTo`. */
export type View = { columns: number; first: number; last: number; scrollTo?: number }

export type RowsInSight = ReturnType<typeof useRowsInSight>

/**
 * The rows to render. `look` measures again after the frame has scrolled; `showAt` renders the rows of another place and scrolls there, and
 * `isJumping` until it has.
 */
export function useRowsInSight(
  frame: RefObject<HTMLElement | null>,
  shown: ShownSlots,
  onSight: ((first: number, last: number) => void) | undefined,
) {
  const [view, setView] = useState<View>({ columns: COLUMNS, first: 0, last: 3 * SPARE })
  // What a scroll event saw before a jump was rendered must not replace the rows of the jump.
  const jump = useRef<View>(undefined)
  const seen = useCallback(
    (scrollTop: number) => {
      const next = viewOf(frame.current!, scrollTop)
      const { top, bottom } = next
      onSight?.(shown.at(top * next.columns + 1), shown.at(Math.min(shown.count, bottom * next.columns)))
      return next
    },
    [frame, shown, onSight],
  )
  const look = useCallback(() => {
    if (!frame.current || jump.current) return
    const next = seen(frame.current.scrollTop)
    // Most scroll events change no rendered row; the state then stays identical and React does not render.
    setView(now => (now.columns === next.columns && now.first === next.first && now.last === next.last ? now : next))
  }, [frame, seen])
  function showAt(scrollTo: number) {
    if (!frame.current) return
    const { columns, top, bottom } = seen(scrollTo)
    // Without spare rows, which come with the scrolling: a press may wait for this render.
    jump.current = { columns, first: top, last: bottom + 1, scrollTo }
    setView(jump.current)
  }
  useLayoutEffect(() => {
    if (frame.current && view.scrollTo !== undefined) frame.current.scrollTop = view.scrollTo
    if (view === jump.current) jump.current = undefined
  }, [frame, view])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(look)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, look])
  return { view, look, showAt, isJumping: () => jump.current !== undefined }
}

/** The nearest position of the scrolling frame that shows a row, counted from 0, whole. */
export function scrollTopFor({ scrollTop, clientHeight }: HTMLElement, row: number): number {
  const top = row * ROW
  if (top < scrollTop) return top
  return Math.max(scrollTop, top + ROW - clientHeight)
}

function viewOf({ clientHeight }: HTMLElement, scrollTop: number): View & { top: number; bottom: number } {
  const columns = window.matchMedia(WIDE).matches ? WIDE_COLUMNS : COLUMNS
  const top = Math.floor(scrollTop / ROW)
  const height = Math.ceil(clientHeight / ROW)
  const first = Math.max(0, top - SPARE)
  return { columns, first, last: first + height + 2 * SPARE + 1, top, bottom: top + height }
}
