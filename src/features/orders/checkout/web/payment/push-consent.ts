import { useState } from 'react'
import { useSession } from '#kernel/client/browser.ts'

const UNSUPPORTED = 'Push notifications not supported in this browser'
const BLOCKED = 'Push notifications are blocked. Please enable them in your browser settings.'
const DENIED = 'Permission denied'
const NO_USER = 'User not authenticated'
const FAILED = 'Failed to update push notification settings. Please try again.'

/**
 * Asks the browser for push permission while the click is fresh, because browsers ignore later requests. The consent is kept even if the
 * browser refuses; `problem` says why no push will arrive here yet.
 */
export function usePushConsent() {
  const { user } = useSession()
  const [problem, setProblem] = useState<string>()

  async function connect(): Promise<string | undefined> {
    const { connectBrowser, isPushSupported, PermissionDenied } = await import(
      '#features/notifications/push/browser-push.ts'
    )
    if (!user) return NO_USER
    if (!isPushSupported()) return UNSUPPORTED
    if (Notification.permission === 'denied') return BLOCKED
    try {
      await connectBrowser(user.id)
      return undefined
    } catch (error) {
      return error instanceof PermissionDenied ? DENIED : FAILED
    }
  }

  async function change(isGiven: boolean) {
    setProblem(undefined)
    if (isGiven) setProblem(await connect().catch(() => FAILED))
  }
  return { problem, change }
}
