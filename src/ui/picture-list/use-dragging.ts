import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Drags a list row to another place, by mouse, pen or finger. The list changes under the pointer, so that the user always sees the result.
 * Escape puts the row back.
 * @param list element whose children are the rows.
 */
export function useDragging(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const place = useRef({ from: 0, now: 0 })
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })

  const isDragging = dragged !== null
  useEffect(() => {
    if (!isDragging) return
    // Listens on the window, because a row that moves in the document loses the pointer.
    const listening = new AbortController()
    const { signal } = listening
    function goTo(to: number) {
      const { now } = place.current
      if (to === now) return
      place.current.now = to
      setDragged(to)
      move.current(now, to)
    }
    window.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const middles = [...(list.current?.children ?? [])].map(row => {
          const { top, height } = row.getBoundingClientRect()
          return top + height / 2
        })
        goTo(placeAt(middles, place.current.now, clientY))
      },
      { signal },
    )
    const end = () => setDragged(null)
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
    // Runs before the surrounding dialog sees Escape and closes.
    window.addEventListener(
      'keydown',
      event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        goTo(place.current.from)
        end()
      },
      { signal, capture: true },
    )
    return () => listening.abort()
  }, [isDragging, list])

  return {
    dragged,
    start(at: number, event: PointerEvent) {
      if (event.button !== 0) return
      place.current = { from: at, now: at }
      setDragged(at)
    },
  }
}

/** Returns the list with one item moved; a target outside the list means its nearest end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const thing = list[from]
  if (thing === undefined) return [...list]
  return list.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, list.length - 1)), 0, thing)
}

/**
 * Returns the index of a dragged row: after the rows whose middle is above the pointer. Rows differ in height, and by the middle two
 * neighbours never swap back and forth under a still pointer.
 * @param middles vertical middle of each row, in list order.
 * @param from index of the dragged row.
 */
export function placeAt(middles: readonly number[], from: number, pointer: number): number {
  const passedDown = middles.findLastIndex((middle, at) => at > from && pointer > middle)
  if (passedDown >= 0) return passedDown
  const passedUp = middles.findIndex((middle, at) => at < from && pointer < middle)
  return passedUp >= 0 ? passedUp : from
}

/**
 * Returns the largest centred part of a picture with a given ratio, in percent of its sides.
 * @param ratio wanted width by height. @param own the picture's ratio.
 */
export function largestPart(ratio: number, own: number) {
  const width = own > ratio ? (ratio / own) * 100 : 100
  const height = own > ratio ? 100 : (own / ratio) * 100
  return { unit: '%' as const, x: (100 - width) / 2, y: (100 - height) / 2, width, height }
}
