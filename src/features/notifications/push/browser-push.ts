import { clientOf, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { PushApi } from './api.server.ts'
import { forgetLeft, noteLeft } from './left-browser.ts'
import { keyBytes, registrationOf } from './registration.ts'

/** The calls of customer-side.md section 7 on push. */
export const { push } = clientOf<PushApi>()

/** The person, or their browser for them, said no to notifications. */
export class PermissionDenied extends Error {
  constructor() {
    super('Permission denied')
  }
}

/** Whether this browser can take pushes at all. */
export const isPushSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = isPushSupported() ? await navigator.serviceWorker.getRegistration() : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The address of this browser at its push service; null when it takes nothing. */
export const endpointHere = async (): Promise<string | null> => (await subscriptionHere())?.endpoint ?? null

/**
 * Has this browser take the pushes of a user, asking for permission first if nobody has. Call it in answer to a click: browsers ask
 * nobody otherwise.
 * @throws PermissionDenied when it was refused, now or before.
 */
export async function connectBrowser(userId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PermissionDenied()
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await call(push['vapid-public-key'].$get())
  const subscription = await subscribe(pushManager, publicKey)
  await call(push.register.$post({ json: registrationOf(userId, subscription) }))
  transport.invalidate('/api/push')
}

/** A subscription stands for one key of the shop; one that was made under another is of no use any more. */
async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const key = keyBytes(publicKey)
  const old = await pushManager.getSubscription()
  const oldKey = old?.options.applicationServerKey
  if (oldKey && new Uint8Array(oldKey).toString() !== key.toString()) await old.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Takes no more pushes in this browser: neither does the shop send, nor the push service bring them. */
export async function disconnectBrowser(userId: string): Promise<void> {
  const subscription = await subscriptionHere()
  if (!subscription) return
  await call(push.unregister.$delete({ json: { userId, endpoint: subscription.endpoint } }))
  await subscription.unsubscribe()
  transport.invalidate('/api/push')
}

/**
 * Signing out: what is for the person is not to be read by whoever sits here next, so the subscription ends here even where the shop
 * cannot be told. They get it again when they sign in again.
 */
export async function leaveBrowser(userId: string): Promise<void> {
  const subscription = await subscriptionHere()
  if (!subscription) return
  noteLeft(userId)
  await disconnectBrowser(userId).catch(() => subscription.unsubscribe())
}

/** Signing in again where one had signed out; nothing is asked, as the permission stands. */
export async function returnToBrowser(userId: string): Promise<void> {
  forgetLeft()
  if (!isPushSupported() || Notification.permission !== 'granted') return
  await connectBrowser(userId)
}
