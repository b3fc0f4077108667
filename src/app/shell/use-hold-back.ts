import { useEffect, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { leaving } from '#platform/client/leaving.ts'

const ANSWER_MS = 3000

const isOffline = () => !navigator.onLine
const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get('tab')
/**
 * Another page, another tab, or whatever the back button brings. What a screen itself puts into its address, as when it closes what
 * it opened, leaves nothing; nor does going to a field of the same page, by its hash.
 */
const isHeld: BlockerFunction = ({ currentLocation: from, nextLocation: to, historyAction }) =>
  from.pathname !== to.pathname
    ? isOffline() || leaving.asking() !== undefined
    : leaving.asking() !== undefined &&
      (tabOf(from) !== tabOf(to) || (historyAction === 'POP' && from.search !== to.search))

/**
 * Keeps a page open while something on it would be lost, which its screens say by `leaving.guard`, or while the network is away:
 * leaving it then, the router would find neither the next page's code nor its data, reload, and lose what was typed. The browser
 * knows of its network card alone, so the server is asked before anybody is held back. One hook for both, as a router has one blocker.
 * @returns how often somebody was held back for the network.
 */
export function useHoldBack(): number {
  const [held, setHeld] = useState(0)
  const blocker = useBlocker(isHeld)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const ask = leaving.asking()
    if (ask) ask({ leave: blocker.proceed, stay: blocker.reset })
    else
      fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(blocker.proceed, () => {
        blocker.reset()
        setHeld(count => count + 1)
      })
  }, [blocker])
  return held
}
