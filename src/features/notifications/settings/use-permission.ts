import { useSyncExternalStore } from 'react'
import { isPushSupported } from '../push/browser-push.ts'

/** The browser's push permission; `unsupported` in a browser without pushes. */
export type Permission = NotificationPermission | 'unsupported'

const read = (): Permission => (isPushSupported() ? Notification.permission : 'unsupported')

const listeners = new Set<() => void>()

/** Notifies of answers to the prompt and of changes in the browser's own settings. */
function subscribe(listener: () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  listeners.add(listener)
  window.addEventListener('focus', listener, { signal })
  // Some browsers cannot query this permission.
  navigator.permissions?.query({ name: 'notifications' }).then(
    status => signal.aborted || status.addEventListener('change', listener, { signal }),
    () => {},
  )
  return () => {
    listeners.delete(listener)
    leaving.abort()
  }
}

export const usePermission = (): Permission => useSyncExternalStore(subscribe, read, () => 'default')

/** Call this after the user answers the permission prompt, because some browsers send no event. */
export function permissionAnswered(): void {
  for (const listener of listeners) listener()
}
