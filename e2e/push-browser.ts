import type { CDPSession, Page, Worker } from 'playwright-core'
import { inject } from 'vitest'
import type { BrowserKeys, openPushService } from '#features/notifications/push/testing/push-service.ts'

/**
 * What a journey of pushes needs of the browser. The headless Chromium of the tests has no push service to subscribe at and no system
 * that draws notifications, so it has neither permission to give nor anything to click. These edges, and no more, are replaced here:
 * - the person's answer to the question for permission,
 * - `PushManager.subscribe`, which gives an endpoint of the local push service with keys that the test holds,
 * - the drawing of a notification (`showNotification`), which is noted instead, and the window that a click opens.
 * Real are the page, the service worker and its events, every call to the shop, and the shop's encryption and signature.
 */
type Service = Awaited<ReturnType<typeof openPushService>>
type Subscribed = { endpoint: string; keys: BrowserKeys['keys']; answer: NotificationPermission }

/** @param answer what the person says when they are asked for permission. */
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

/** The shop's key as the page subscribed with it; null when it is not subscribed. */
export const subscribedWith = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const noted = localStorage.getItem('test.subscribed-with')
    const text = noted && btoa(String.fromCharCode(...noted.split(',').map(Number)))
    return text?.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') ?? null
  })

/** The shop's service worker, once it is at work. */
export async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const context = page.context()
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** Brings messages to the service worker as the browser does when they come from its push service: already decrypted. */
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

/** Notes what the worker shows. As a system does, it replaces what has the same tag. */
export const watchNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      const others = scope.shown.filter(({ tag }) => tag !== options!.tag)
      scope.shown = [...others, { title, ...options } as unknown as Shown]
    }
  })

/** The notifications that stand on the screen. */
export const notificationsOf = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(() => (globalThis as unknown as Scope).shown)

/** Clicks a notification. @returns the address that the worker opens, or `focus` and that of the tab it brings to the front. */
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

/** The push service gave this browser another address: the worker gets the event that Chromium would send it then. */
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
    // A promise resolved with the work settles with it.
    await done
  }, moved)
