import { useSyncExternalStore } from 'react'
import { networkError } from '#platform/client/api-error.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { useHoldBack } from './use-hold-back.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network; on the server always. */
const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

type OfflineBarProps = {
  /** On a page whose header does not stay. */
  bare: boolean
}

/**
 * Says that the network is away and what is not lost by it; who wants to leave the page meanwhile stays, and reads the network's own
 * sentence. It stands in the page, so that it covers nothing.
 */
export function OfflineBar({ bare }: OfflineBarProps) {
  const isOnline = useOnline()
  const held = useHoldBack()
  return (
    // There before it has anything to say, so that it is read aloud when it has.
    <div role="status" className={classNames('sticky z-20', bare ? 'top-0' : 'top-16')}>
      {!isOnline && (
        <div className="border-line border-b bg-raised">
          <div className="page-width flex gap-3 py-2.5 text-sm">
            <Icon name="warning" className="mt-px text-warning" />
            <p>
              <strong>You are offline.</strong> This page, what you typed and your cart stay. Buying, entering and
              saving go on when you are back. {held > 0 && <strong key={held}>{networkError().message}</strong>}
            </p>
          </div>
        </div>
      )}
    </div>
  )
}
