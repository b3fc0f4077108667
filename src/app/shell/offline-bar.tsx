import { useSyncExternalStore } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'

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

/** Says that the network is away and what is not lost by it. It stands in the page, so that it covers nothing. */
export function OfflineBar({ bare }: { bare: boolean }) {
  const isOnline = useOnline()
  return (
    // There before it has anything to say, so that it is read aloud when it has.
    <div role="status" className={classNames('sticky z-20', bare ? 'top-0' : 'top-16')}>
      {!isOnline && (
        <p className="border-line border-b bg-raised">
          <span className="page-width flex gap-3 py-2.5 text-sm">
            <Icon name="warning" className="text-warning" />
            <span>
              <strong>You are offline.</strong> This page, what you typed and your cart stay. Buying, entering and
              saving go on when you are back.
            </span>
          </span>
        </p>
      )}
    </div>
  )
}
