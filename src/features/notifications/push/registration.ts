import type { RegisterBody } from './contract.ts'

/** The body of `POST /api/push/register` for a subscription of this browser. Pages and the service worker use it. */
export function registrationOf(userId: string, subscription: PushSubscription): RegisterBody {
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  const { platform, userAgent, language } = navigator
  return {
    userId,
    subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } },
    channelType: 'PUSH',
    deviceInfo: { platform: platform.slice(0, 100), userAgent: userAgent.slice(0, 1000), language },
  }
}

/** The shop's public key in the form that `PushManager.subscribe` accepts in all browsers. */
export function keyBytes(publicKey: string): Uint8Array<ArrayBuffer> {
  const text = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}
