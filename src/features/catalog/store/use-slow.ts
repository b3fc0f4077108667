import { useEffect, useState } from 'react'

/** True once something has been busy for so long (ms) that a person should be shown it; what is quick never flickers. */
export function useSlow(busy: boolean, afterMs = 180): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), afterMs)
    return () => clearTimeout(timer)
  }, [busy, afterMs])
  return slow
}
