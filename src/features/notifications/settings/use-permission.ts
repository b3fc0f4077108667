import { useSyncExternalStore } from 'react'
import { isPushSupported } from '../push/browser-push.ts'

/** What the browser lets the shop do; `unsupported` where there are no pushes. */
export type Permission = NotificationPermission | 'unsupported'

const read = (): Permission => (isPushSupported() ? Notification.permission : 'unsupported')

/** Hears of answers given here and of changes made in the browser's own settings. */
function subscribe(listener: () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  window.addEventListener('focus', listener, { signal })
  // Not every browser tells of this permission.
  navigator.permissions?.query({ name: 'notifications' }).then(
    status => signal.aborted || status.addEventListener('change', listener, { signal }),
    () => {},
  )
  return () => leaving.abort()
}

/** The permission as it is now. */
export const usePermission = (): Permission => useSyncExternalStore(subscribe, read, () => 'default')
