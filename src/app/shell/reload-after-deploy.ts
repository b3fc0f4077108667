const MARK = 'redoubt.reloaded'
const AGAIN_MS = 60_000

/**
 * Reloads once when a lazy chunk is missing: a deployment renames the files, and Vite then fires an event. A second failure within a minute
 * has another cause, so it does not reload.
 * @returns a function that stops the listener.
 */
export function reloadAfterDeploy(): () => void {
  function onMissing(event: Event) {
    const isNew = Date.now() - Number(sessionStorage.getItem(MARK)) > AGAIN_MS
    if (!navigator.onLine || !isNew) return
    event.preventDefault()
    sessionStorage.setItem(MARK, String(Date.now()))
    window.location.reload()
  }
  window.addEventListener('vite:preloadError', onMissing)
  return () => window.removeEventListener('vite:preloadError', onMissing)
}
