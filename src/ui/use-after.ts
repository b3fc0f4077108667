import { useEffect, useEffectEvent } from 'react'

/** Acts once, `ms` milliseconds after the first render with that number; null waits. */
export function useAfter(ms: number | null, act: () => void): void {
  const onTime = useEffectEvent(act)
  useEffect(() => {
    if (ms === null) return
    const timer = setTimeout(() => onTime(), ms)
    return () => clearTimeout(timer)
  }, [ms])
}
