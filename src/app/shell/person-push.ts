import { useEffect } from 'react'
import { hasLeft } from '#features/notifications/push/left-browser.ts'
import { session, useSession } from '#platform/client/browser.ts'

// Only who has allowed notifications needs this code.
const loadPush = () => import('#features/notifications/push/browser-push.ts')

/**
 * Signing out: this browser takes no more pushes of the person. Nothing of it holds up the sign-out.
 * @returns how to take them again, for a sign-out that failed.
 */
export async function leavePush(): Promise<() => void> {
  const userId = session.state().user?.id
  const stays = () => {}
  if (!userId || !('Notification' in window) || Notification.permission !== 'granted') return stays
  const push = await loadPush().catch(() => undefined)
  await push?.leaveBrowser(userId).catch(() => {})
  return () => void push?.returnToBrowser(userId).catch(() => {})
}

/** Whoever signs in again where they had signed out gets their pushes here again. */
export function usePushReturn(): void {
  const userId = useSession().user?.id
  useEffect(() => {
    if (!userId || !hasLeft(userId)) return
    // When it fails, the settings offer to connect this browser.
    void loadPush()
      .then(push => push.returnToBrowser(userId))
      .catch(() => {})
  }, [userId])
}
