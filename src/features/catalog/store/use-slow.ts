import { useEffect, useState } from 'react'

/** True once `busy` has lasted `afterMs` milliseconds, so that a quick load shows no flicker. */
export function useSlow(busy: boolean, afterMs = 180): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), afterMs)
    return () => clearTimeout(timer)
  }, [busy, afterMs])
  return slow
}
