import { useEffect } from 'react'
import { hasLeft } from '#features/notifications/push/left-browser.ts'
import { session, useUser } from '#kernel/client/browser.ts'

// Only users who allowed notifications need this code.
const loadPush = () => import('#features/notifications/push/browser-push.ts')

/**
 * On sign-out: removes the user's push subscription from this browser. Never delays the sign-out.
 * @returns a function that restores the subscription after a failed sign-out.
 */
export async function leavePush(): Promise<() => void> {
  const userId = session.state().user?.id
  const stays = () => {}
  if (!userId || !('Notification' in window) || Notification.permission !== 'granted') return stays
  const push = await loadPush().catch(() => undefined)
  await push?.leaveBrowser(userId).catch(() => {})
  return () => void push?.returnToBrowser(userId).catch(() => {})
}

/** Restores pushes for a user who signs in again in this browser. */
export function usePushReturn(): void {
  const userId = useUser()?.id
  useEffect(() => {
    if (!userId || !hasLeft(userId)) return
    // After a failure the settings offer to connect this browser.
    void loadPush()
      .then(push => push.returnToBrowser(userId))
      .catch(() => {})
  }, [userId])
}
