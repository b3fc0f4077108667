import { tabStorage } from '#kernel/client/storage/browser-storage.ts'

const MARK = 'redoubt.reloaded'
const AGAIN_MS = 60_000

/**
 * Reloads once when a lazy chunk is missing: a deployment renames the files, and Vite then fires an event. A second failure within a minute
 * has another cause, so it does not reload.
 * @returns a function that stops the listener.
 */
export function reloadAfterDeploy(): () => void {
  async function onMissing({ payload }: VitePreloadErrorEvent) {
    const isNew = Date.now() - Number(tabStorage.getItem(MARK)) > AGAIN_MS
    if (!navigator.onLine || !isNew || !(await isMissing(payload))) return
    tabStorage.setItem(MARK, String(Date.now()))
    window.location.reload()
  }
  window.addEventListener('vite:preloadError', onMissing)
  return () => window.removeEventListener('vite:preloadError', onMissing)
}

/**
 * Asks the server for the file that did not load. Firefox aborts loads as soon as the page is left, and a reload would then cancel the
 * way to the next page, such as the payment page.
 */
async function isMissing({ message }: Error): Promise<boolean> {
  const file = message.split(' ').find(word => word.includes('/assets/'))
  // Safari's message has no address.
  if (!file) return true
  const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer?.status === 404
}
