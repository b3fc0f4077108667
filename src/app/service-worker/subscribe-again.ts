import { keyBytes, registrationOf } from '#features/notifications/push/registration.ts'
import type { WorkerEvent, WorkerScope } from './worker-scope.ts'

/**
 * The push service gave this browser another address, or let it go: it subscribes again and tells the shop. The worker has no token
 * of a page; the session's cookie gets it one. Nobody signed in: nothing to tell, and signing in sets it right.
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
