import type { CDPSession, Page, Worker } from 'playwright-core'
import { inject } from 'vitest'
import type { BrowserKeys, openPushService } from '#features/notifications/push/testing/push-service.ts'

type Service = Awaited<ReturnType<typeof openPushService>>
type Subscribed = { endpoint: string; keys: BrowserKeys['keys'] }

/**
 * Chromium without a network has no push service to subscribe at, so this one seam is replaced in the page: `subscribe` gives an
 * endpoint of the local push service, with keys that the test holds. Permission, worker, notifications and every call to the shop
 * are the browser's own.
 */
export async function subscribeAt(page: Page, service: Service): Promise<void> {
  await page.addInitScript(({ endpoint, keys }: Subscribed) => {
    const NOTE = 'test.subscribed-with'
    const subscription = (key: string) =>
      ({
        endpoint,
        options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(key.split(','), Number).buffer },
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(NOTE)
          return true
        },
      }) as unknown as PushSubscription
    PushManager.prototype.subscribe = async options => {
      const key = new Uint8Array(options!.applicationServerKey as Uint8Array<ArrayBuffer>).toString()
      localStorage.setItem(NOTE, key)
      return subscription(key)
    }
    PushManager.prototype.getSubscription = async () => {
      const key = localStorage.getItem(NOTE)
      return key ? subscription(key) : null
    }
  }, service.subscription())
}

/** The shop's key as the page subscribed with it. */
export const subscribedWith = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const bytes = localStorage.getItem('test.subscribed-with')!.split(',').map(Number)
    const text = btoa(String.fromCharCode(...bytes))
    return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
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
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted)
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

/** The notifications that the worker shows now. */
export const notificationsOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, data, icon }) => ({ title, body, tag, data, icon: new URL(icon).pathname }))
  })

/**
 * Clicks a notification. A notification is drawn by the system and out of any test's reach, so the worker gets the event that a
 * click would be, for the real notification. As nobody clicked, Chromium would open nothing: that last step is noted instead.
 * @returns what the worker would focus or open.
 */
export const click = (worker: Worker, tag: string) =>
  worker.evaluate(async wanted => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow: (url: string) => Promise<unknown> }
      dispatchEvent: (event: Event) => void
    }
    const [notification] = await scope.registration.getNotifications({ tag: wanted })
    const opened = new Promise<string>(done => {
      scope.clients.openWindow = async url => done(url)
      const focused = function (this: { url: string }) {
        done(`focus ${this.url}`)
        return Promise.resolve(this)
      }
      Object.assign((globalThis as unknown as { WindowClient: { prototype: object } }).WindowClient.prototype, {
        focus: focused,
      })
    })
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, init: object) => Event
    }
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    return opened
  }, tag)
