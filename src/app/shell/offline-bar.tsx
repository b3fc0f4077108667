import { useEffect, useState, useSyncExternalStore } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { networkError } from '#kernel/client/calls/api-error.ts'
import { leaving } from '#kernel/client/session/leaving.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser is online; always true on the server. */
const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

type OfflineBarProps = {
  /** True on a page without a sticky header. */
  bare: boolean
}

/**
 * Shows that the network is down and that nothing is lost. A user who tries to leave the page stays and sees a separate message. The bar is
 * part of the layout, so it covers nothing.
 */
export function OfflineBar({ bare }: OfflineBarProps) {
  const isOnline = useOnline()
  const held = useHoldBack()
  return (
    // The element exists before it has content, so that screen readers announce the content.
    <div role="status" className={classNames('sticky z-20', bare ? 'top-0' : 'top-16')}>
      {!isOnline && (
        <div className="border-line border-b bg-raised">
          <div className="page-width flex gap-3 py-2.5 text-sm">
            <Icon name="warning" className="mt-px text-warning" />
            <p>
              <strong>You are offline.</strong> This page, your input and your cart are kept. You can buy, enter and
              save when you are back online. {held > 0 && <strong key={held}>{networkError().message}</strong>}
            </p>
          </div>
        </div>
      )}
    </div>
  )
}

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
function useHoldBack(): number {
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
