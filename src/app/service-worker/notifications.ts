import { type ClickData, type PushPayload, pathOfClick } from '#features/notifications/push/click.ts'
import type { WorkerEvent, WorkerScope } from './worker-scope.ts'

/** Browsers show their own notification, and eventually revoke the permission, when a push shows nothing. */
const NOTHING_SAID: PushPayload = { title: 'Redoubt', body: 'There is news for you.', tag: 'redoubt', data: {} }

/** Shows a push as a notification. A newer one with an equal tag replaces the older one and alerts again. */
export async function answerPush({ registration }: WorkerScope, { data }: WorkerEvent<'push'>): Promise<void> {
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
export async function openClicked(
  scope: WorkerScope,
  { notification }: WorkerEvent<'notificationclick'>,
): Promise<void> {
  notification.close()
  const target = new URL(pathOfClick((notification.data ?? {}) as ClickData), scope.location.origin).href
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === target)
  await (there ? there.focus() : scope.clients.openWindow(target))
}
