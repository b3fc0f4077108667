import { type ClickData, type PushPayload, pathOfClick } from '#features/notifications/push/click.ts'
import type { WorkerEvent, WorkerScope } from './worker-scope.ts'

/** Browsers show a notice of their own, and in the end take the right away, when a push shows nothing. */
const NOTHING_SAID: PushPayload = { title: 'Redoubt', body: 'There is news for you.', tag: 'redoubt', data: {} }

/** Shows what was pushed. A newer one of the same thing takes the place of the older, and is heard again. */
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

/** Opens what a notification is about: a tab that shows it already, or a new one, so that no half-filled form is lost. */
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
