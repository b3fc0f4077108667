import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether a part of the page is in the window; undefined until the browser says so.
 * @param part the element where it comes and goes, or else its ref: an element in the state renders a hydrating page twice.
 */
export function useInSight(part: RefObject<Element | null> | Element | null | undefined): boolean | undefined {
  const [inSight, setInSight] = useState<boolean>()
  useEffect(() => {
    const element = part && 'current' in part ? part.current : part
    if (!element) return
    const watch = new IntersectionObserver(([entry]) => setInSight(entry!.isIntersecting))
    watch.observe(element)
    return () => {
      watch.disconnect()
      setInSight(undefined)
    }
  }, [part])
  return inSight
}
