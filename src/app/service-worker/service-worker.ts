import { answerPush, openClicked } from './notifications.ts'
import { answerNavigation, forgetOldFiles, isKept, keepFiles, keptAnswer } from './offline-files.ts'
import { subscribeAgain } from './subscribe-again.ts'
import type { WorkerScope } from './worker-scope.ts'

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
  if (request.mode === 'navigate') event.respondWith(answerNavigation(request, event.preloadResponse))
  else if (isKept(pathname)) event.respondWith(keptAnswer(request))
})

self.addEventListener('push', event => event.waitUntil(answerPush(self, event)))
self.addEventListener('notificationclick', event => event.waitUntil(openClicked(self, event)))
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(subscribeAgain(self, event)))
