import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { serviceWorkers } from '#kernel/client/storage/service-workers.ts'
import type { PushApi } from './api.server.ts'
import { forgetLeft, noteLeft } from './left-browser.ts'
import { keyBytes, registrationOf } from './registration.ts'

/** The API calls for push. */
export const { push } = clientOf<PushApi>()

/** The user, or the browser for them, denied notifications. */
export class PermissionDenied extends Error {
  constructor() {
    super('Permission denied')
  }
}

/** Whether this browser supports pushes. */
export const isPushSupported = () =>
  serviceWorkers() !== undefined && 'PushManager' in window && 'Notification' in window

async function subscriptionHere(): Promise<PushSubscription | null> {
  // A browser that denies storage refuses to look for a worker, and has no subscription.
  const registration = isPushSupported()
    ? await serviceWorkers()
        ?.getRegistration()
        .catch(() => undefined)
    : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** This browser's endpoint at its push service; null without a subscription. */
export const endpointHere = async (): Promise<string | null> => (await subscriptionHere())?.endpoint ?? null

/**
 * Subscribes this browser to a user's pushes and asks for permission first if needed. Call this on a click, because browsers prompt only
 * then.
 * @throws PermissionDenied when permission is refused, now or before.
 */
export async function connectBrowser(userId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PermissionDenied()
  const workers = serviceWorkers()
  if (!workers) throw new PermissionDenied()
  await workers.register('/sw.js', { updateViaCache: 'none' })
  const { pushManager } = await workers.ready
  const { publicKey } = await call(push['vapid-public-key'].$get())
  const subscription = await subscribe(pushManager, publicKey)
  await call(push.register.$post({ json: registrationOf(userId, subscription) }))
}

/** A subscription is bound to one key of the shop. A subscription made with another key is useless and is replaced. */
async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const key = keyBytes(publicKey)
  const old = await pushManager.getSubscription()
  const oldKey = old?.options.applicationServerKey
  if (oldKey && new Uint8Array(oldKey).toString() !== key.toString()) await old.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Stops pushes in this browser, both at the shop and at the push service. */
export async function disconnectBrowser(userId: string): Promise<void> {
  const subscription = await subscriptionHere()
  if (!subscription) return
  await call(push.unregister.$delete({ json: { userId, endpoint: subscription.endpoint } }))
  await subscription.unsubscribe()
}

/**
 * Sign-out: the next user of this browser must not read these pushes. The subscription ends here even when the shop cannot be reached. The
 * next sign-in restores it.
 */
export async function leaveBrowser(userId: string): Promise<void> {
  const subscription = await subscriptionHere()
  if (!subscription) return
  noteLeft(userId)
  await disconnectBrowser(userId).catch(() => subscription.unsubscribe())
}

/** Restores the subscription at the next sign-in. No prompt appears, because the permission stands. */
export async function returnToBrowser(userId: string): Promise<void> {
  forgetLeft()
  if (!isPushSupported() || Notification.permission !== 'granted') return
  await connectBrowser(userId)
}
