import type { CDPSession, Page, Worker } from 'playwright-core'
import { inject } from 'vitest'
import type { BrowserKeys, openPushService } from '#features/notifications/push/testing/push-service.ts'

/**
 * Browser parts that push journeys need. The headless Chromium has no push service, no notification permission and no notification display.
 * Only these parts are replaced:
 * - the user's answer to the permission prompt,
 * - `PushManager.subscribe`, which returns an endpoint of the local push service with keys that the test holds,
 * - the display of a notification (`showNotification`), which is recorded instead, and the window that a click opens.
 * The page, the service worker and its events, all calls to the shop, and the shop's encryption and signature are real.
 */
type Service = Awaited<ReturnType<typeof openPushService>>
type Subscribed = { endpoint: string; keys: BrowserKeys['keys']; answer: NotificationPermission }

/** @param answer the user's answer to the permission prompt. */
export async function subscribeAt(page: Page, service: Service, answer: NotificationPermission): Promise<void> {
  await page.addInitScript(
    ({ endpoint, keys, answer }: Subscribed) => {
      const KEY = 'test.subscribed-with'
      const ANSWER = 'test.permission'
      Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(ANSWER) ?? 'default' })
      Notification.requestPermission = async () => {
        localStorage.setItem(ANSWER, answer)
        return answer
      }
      const subscription = (key: string) =>
        ({
          endpoint,
          options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(key.split(','), Number).buffer },
          toJSON: () => ({ endpoint, expirationTime: null, keys }),
          unsubscribe: async () => {
            localStorage.removeItem(KEY)
            return true
          },
        }) as unknown as PushSubscription
      PushManager.prototype.subscribe = async options => {
        const key = new Uint8Array(options!.applicationServerKey as Uint8Array<ArrayBuffer>).toString()
        localStorage.setItem(KEY, key)
        return subscription(key)
      }
      PushManager.prototype.getSubscription = async () => {
        const key = localStorage.getItem(KEY)
        return key ? subscription(key) : null
      }
    },
    { ...service.subscription(`${Date.now()}-${Math.random()}`), answer },
  )
}

/** The shop's public key in the page's subscription; null without a subscription. */
export const subscribedWith = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const noted = localStorage.getItem('test.subscribed-with')
    const text = noted && btoa(String.fromCharCode(...noted.split(',').map(Number)))
    return text?.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') ?? null
  })

/** The shop's active service worker. */
export async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const context = page.context()
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** Delivers decrypted messages to the service worker, as the browser does after a push. */
export async function pusherTo(page: Page): Promise<(payload: object | string) => Promise<unknown>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>(found =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ isDeleted }) => !isDeleted)
      if (one) found(one.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const id = await registrationId
  return payload =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: inject('origin'),
      registrationId: id,
      data: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
}

export type Shown = { title: string; body: string; tag: string; icon: string; badge: string; data: object }
type Scope = {
  shown: Shown[]
  registration: ServiceWorkerRegistration
  clients: { openWindow: (url: string) => Promise<unknown> }
  WindowClient: { prototype: { url: string; focus: () => Promise<unknown> } }
  ExtendableEvent: typeof Event
  dispatchEvent: (event: Event) => void
}

/** Records the worker's notifications. A notification replaces an older one with an equal tag. */
export const watchNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      const others = scope.shown.filter(({ tag }) => tag !== options!.tag)
      scope.shown = [...others, { title, ...options } as unknown as Shown]
    }
  })

/** The notifications on display. */
export const notificationsOf = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(() => (globalThis as unknown as Scope).shown)

/** Clicks a notification. @returns the URL that the worker opens, or `focus` and the URL of the focused tab. */
export const click = (worker: Worker, tag: string): Promise<string> =>
  worker.evaluate(wanted => {
    const scope = globalThis as unknown as Scope
    const notification = scope.shown.find(shown => shown.tag === wanted)!
    const close = () => {
      scope.shown = scope.shown.filter(shown => shown !== notification)
    }
    const went = new Promise<string>(done => {
      scope.clients.openWindow = async url => done(url)
      scope.WindowClient.prototype.focus = async function () {
        done(`focus ${this.url}`)
      }
    })
    const event = new scope.ExtendableEvent('notificationclick')
    scope.dispatchEvent(Object.assign(event, { notification: { ...notification, close } }))
    return went
  }, tag)

/** The push service changed this browser's endpoint: sends the worker the event that Chromium would send. */
export const moveTo = (worker: Worker, moved: { endpoint: string; keys: BrowserKeys['keys'] }) =>
  worker.evaluate(async ({ endpoint, keys }) => {
    const scope = globalThis as unknown as Scope & {
      ExtendableEvent: { prototype: { waitUntil: (work: Promise<unknown>) => void } }
    }
    const newSubscription = { endpoint, toJSON: () => ({ endpoint, keys }) }
    const event = new scope.ExtendableEvent('pushsubscriptionchange')
    const done = new Promise<unknown>(done => {
      Object.assign(event, { oldSubscription: null, newSubscription, waitUntil: done })
    })
    scope.dispatchEvent(event)
    // The promise settles together with the event's work.
    await done
  }, moved)
