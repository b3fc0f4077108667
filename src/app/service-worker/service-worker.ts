import { keyBytes, registrationOf } from '#features/notifications/push/registration.ts'
import { type ClickData, type PushPayload, pathOfClick } from '#features/notifications/queries/click.ts'

declare const self: WorkerScope

/**
 * The shop's service worker, `/sw.js`. It shows pushes, and returns the offline page when the network is down. It caches no pages, API
 * responses or pictures: every page comes from the network, so a new worker can take over at once (`skipWaiting`) and no visitor sees an
 * outdated page (docs/decisions/0012-push-and-offline.md).
 */
self.addEventListener('install', event => event.waitUntil(keepFiles().then(() => self.skipWaiting())))

self.addEventListener('activate', event =>
  event.waitUntil(
    Promise.all([
      forgetOldFiles(),
      // The browser requests the page while the worker starts, so the worker adds no delay.
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  ),
)

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (pathname === COLOURS) event.respondWith(freshAnswer(request))
  else if (request.mode === 'navigate') event.respondWith(answerNavigation(request, event.preloadResponse))
  else if (isKept(pathname)) event.respondWith(keptAnswer(request))
})

self.addEventListener('push', event => event.waitUntil(answerPush(self, event)))
self.addEventListener('notificationclick', event => event.waitUntil(openClicked(self, event)))
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(subscribeAgain(self, event)))

/** Browsers show their own notification, and eventually revoke the permission, when a push shows nothing. The worker is a
 * static file, so it does not know the shop's name. */
const NOTHING_SAID: PushPayload = {
  title: self.location.host,
  body: 'There is news for you.',
  tag: 'news',
  data: {},
}

/** Shows a push as a notification. A newer one with an equal tag replaces the older one and alerts again. */
async function answerPush({ registration }: WorkerScope, { data }: WorkerEvent<'push'>): Promise<void> {
  const { title, body, tag, data: click } = payloadOf(data)
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    renotify: true,
    data: click,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
  }
  await registration.showNotification(title, options)
}

function payloadOf(data: WorkerEvent<'push'>['data']): PushPayload {
  try {
    return { ...NOTHING_SAID, ...(data?.json() as Partial<PushPayload>) }
  } catch {
    return NOTHING_SAID
  }
}

/** Opens the target of a notification: a tab that already shows the URL, or a new tab, so that no half-filled form is lost. */
async function openClicked(scope: WorkerScope, { notification }: WorkerEvent<'notificationclick'>): Promise<void> {
  notification.close()
  const target = new URL(pathOfClick((notification.data ?? {}) as ClickData), scope.location.origin).href
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === target)
  await (there ? there.focus() : scope.clients.openWindow(target))
}

/**
 * Handles an expired or replaced push subscription: subscribes again and sends the new address to the shop. The worker has no ID token, so
 * it gets one with the session cookie. A guest sends nothing; the next sign-in repairs the subscription.
 */
async function subscribeAgain(
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

/**
 * The used part of a service worker's global scope. TypeScript's worker library and its DOM library cannot be in one program, because both
 * declare the same globals.
 */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }

type Window = { url: string; focus: () => Promise<unknown> }

type Events = {
  install: Extendable
  activate: Extendable
  fetch: Extendable & {
    request: Request
    preloadResponse: Promise<Response | undefined>
    respondWith: (answer: Promise<Response>) => void
  }
  push: Extendable & { data: { json: () => unknown } | null }
  notificationclick: Extendable & { notification: Notification }
  pushsubscriptionchange: Extendable & {
    oldSubscription: PushSubscription | null
    newSubscription: PushSubscription | null
  }
}

type WorkerScope = {
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void
  skipWaiting: () => Promise<void>
  registration: ServiceWorkerRegistration
  location: { origin: string; host: string }
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Window[]>
    openWindow: (url: string) => Promise<unknown>
  }
}

type WorkerEvent<Name extends keyof Events> = Events[Name]

/** The offline page and its files; the build sets both. The version changes with any of the files. */
declare const OFFLINE_FILES: readonly string[]
declare const OFFLINE_VERSION: string

const PREFIX = 'redoubt-offline-'
const CACHE = PREFIX + OFFLINE_VERSION
const OFFLINE_PAGE = '/offline'
/** The colours of the brand, which change while the shop runs. */
const COLOURS = '/brand.css'

/** Caches the offline page while online. Files that the current page has loaded come from the browser's HTTP cache. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  // Without the brand's colours the page has the default ones.
  await Promise.all([cache.addAll([OFFLINE_PAGE, ...OFFLINE_FILES]), cache.add(COLOURS).catch(() => {})])
}

/** Deletes caches of earlier versions. */
async function forgetOldFiles(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map(name => caches.delete(name)))
}

/** A cached answer; undefined without one, and when the browser denies storage. */
const cached = (url: string): Promise<Response | undefined> =>
  caches.match(url, { cacheName: CACHE }).catch(() => undefined)

const isKept = (pathname: string) => OFFLINE_FILES.includes(pathname)

/** A file of the offline page: the cached one matches the cached page. */
const keptAnswer = async (request: Request): Promise<Response> => (await cached(request.url)) ?? fetch(request)

/** The current answer, which is kept for the time without a network; there the last one. */
async function freshAnswer(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request)
    if (answer.ok) await keep(request, answer.clone()).catch(() => {})
    return answer
  } catch {
    return (await cached(request.url)) ?? Response.error()
  }
}

const keep = async (request: Request, answer: Response) => (await caches.open(CACHE)).put(request, answer)

/** Fetches a page, or returns the offline page on a network failure. Every HTTP response counts, regardless of its status. */
async function answerNavigation(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request))
  } catch {
    return (await cached(OFFLINE_PAGE)) ?? Response.error()
  }
}
