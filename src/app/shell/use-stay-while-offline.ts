import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

const ANSWER_MS = 3000

/**
 * Keeps a page open while the network is away: leaving it, the router would find neither the next page's code nor its data, reload,
 * and lose what was typed. The browser knows of its network card alone, so the server is asked before anybody is held back.
 * @returns how often somebody was held back.
 */
export function useStayWhileOffline(): number {
  const [held, setHeld] = useState(0)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
      () => blocker.proceed(),
      () => {
        blocker.reset()
        setHeld(count => count + 1)
      },
    )
  }, [blocker])
  return held
}
