const MARK = 'redoubt.reloaded'
const AGAIN_MS = 60_000

/**
 * A part of a page that is loaded when it is wanted may be gone after a deployment: its file has another name then. Vite says so by an
 * event, and a reload brings the new page. Once: what fails again within a minute fails for another reason.
 * @returns how to stop.
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
