/**
 * The used part of a service worker's global scope. TypeScript's worker library and its DOM library cannot be in one program, because both
 * declare the same globals.
 */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }

export type Window = { url: string; focus: () => Promise<unknown> }

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

export type WorkerScope = {
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void
  skipWaiting: () => Promise<void>
  registration: ServiceWorkerRegistration
  location: { origin: string }
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Window[]>
    openWindow: (url: string) => Promise<unknown>
  }
}

export type WorkerEvent<Name extends keyof Events> = Events[Name]
