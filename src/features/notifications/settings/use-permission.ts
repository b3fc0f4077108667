import { useSyncExternalStore } from 'react'
import { isPushSupported } from '../push/browser-push.ts'

/** What the browser lets the shop do; `unsupported` where there are no pushes. */
export type Permission = NotificationPermission | 'unsupported'

const read = (): Permission => (isPushSupported() ? Notification.permission : 'unsupported')

const listeners = new Set<() => void>()

/** Hears of answers given here, and of changes made in the browser's own settings. */
function subscribe(listener: () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  listeners.add(listener)
  window.addEventListener('focus', listener, { signal })
  // Not every browser tells of this permission.
  navigator.permissions?.query({ name: 'notifications' }).then(
    status => signal.aborted || status.addEventListener('change', listener, { signal }),
    () => {},
  )
  return () => {
    listeners.delete(listener)
    leaving.abort()
  }
}

/** The permission as it is now. */
export const usePermission = (): Permission => useSyncExternalStore(subscribe, read, () => 'default')

/** Somebody has answered the question for permission: not every browser says so by itself. */
export function permissionAnswered(): void {
  for (const listener of listeners) listener()
}
