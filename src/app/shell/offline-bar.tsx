import { useSyncExternalStore } from 'react'
import { networkError } from '#kernel/client/calls/api-error.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { useHoldBack } from './use-hold-back.ts'

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
              <strong>You are offline.</strong> This page, what you typed and your cart stay. Buying, entering and
              saving go on when you are back. {held > 0 && <strong key={held}>{networkError().message}</strong>}
            </p>
          </div>
        </div>
      )}
    </div>
  )
}
