import { useEffect, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { leaving } from '#kernel/client/session/leaving.ts'

const ANSWER_MS = 3000

const isOffline = () => !navigator.onLine
const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get('tab')
/**
 * Decides whether to hold a navigation to another page or tab, or through browser history. Lets pass a URL that the screen itself changes,
 * for example when the screen closes a dialog, and a hash on the current page.
 */
const isHeld: BlockerFunction = ({ currentLocation: from, nextLocation: to, historyAction }) =>
  from.pathname !== to.pathname
    ? isOffline() || leaving.asking() !== undefined
    : leaving.asking() !== undefined &&
      (tabOf(from) !== tabOf(to) || (historyAction === 'POP' && from.search !== to.search))

/**
 * Blocks navigation while unsaved input would be lost (`leaving.guard`), or while the network is down: without a network the router could
 * load neither code nor data of the next page, would reload, and would lose unsaved input. The browser knows only its own network card, so
 * the server is asked before a user is blocked. One hook, because a router has one blocker.
 * @returns how often navigation was blocked because of the network.
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
