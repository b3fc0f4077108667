import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { placeAt } from './order.ts'

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
