import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { networkError } from '#platform/client/api-error.ts'
import { toast } from '#ui/toast.ts'

const ANSWER_MS = 3000

/**
 * Keeps a page open while the network is away: leaving it, the router would find neither the next page's code nor its data, reload,
 * and lose what was typed. The browser knows of its network card alone, so the server is asked before anybody is held back.
 */
export function useStayWhileOffline(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
      () => blocker.proceed(),
      () => {
        toast.error(networkError().message, { id: 'offline' })
        blocker.reset()
      },
    )
  }, [blocker])
}
