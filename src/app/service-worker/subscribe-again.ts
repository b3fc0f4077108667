import { keyBytes, registrationOf } from '#features/notifications/push/registration.ts'
import type { WorkerEvent, WorkerScope } from './worker-scope.ts'

/**
 * Handles an expired or replaced push subscription: subscribes again and sends the new address to the shop. The worker has no ID token, so
 * it gets one with the session cookie. A guest sends nothing; the next sign-in repairs the subscription.
 */
export async function subscribeAgain(
  { registration }: WorkerScope,
  { oldSubscription, newSubscription }: WorkerEvent<'pushsubscriptionchange'>,
): Promise<void> {
  const answer = await fetch('/api/auth/token', { method: 'POST' })
  if (!answer.ok) return
  const { idToken, user } = (await answer.json()) as { idToken: string; user: { id: string } }
  const send = (method: string, path: string, body: object) =>
    fetch(path, {
      method,
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const subscription = newSubscription ?? (await subscribe(registration))
  await send('POST', '/api/push/register', registrationOf(user.id, subscription))
  const left = oldSubscription?.endpoint
  if (left && left !== subscription.endpoint)
    await send('DELETE', '/api/push/unregister', { userId: user.id, endpoint: left })
}

async function subscribe({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { publicKey } = (await (await fetch('/api/push/vapid-public-key')).json()) as { publicKey: string }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) })
}
