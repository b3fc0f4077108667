import { useEffect, useState } from 'react'

/** Whether a part of the page is in the window; undefined until the browser says so. */
export function useInSight(part: Element | null | undefined): boolean | undefined {
  const [inSight, setInSight] = useState<boolean>()
  useEffect(() => {
    if (!part) return
    const watch = new IntersectionObserver(([entry]) => setInSight(entry!.isIntersecting))
    watch.observe(part)
    return () => {
      watch.disconnect()
      setInSight(undefined)
    }
  }, [part])
  return inSight
}
