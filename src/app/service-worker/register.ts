/**
 * Brings in the service worker once the page is there and the browser has nothing better to do: it is of no use to the page at hand,
 * so it must not cost it anything. Where there are no workers, or not for this visitor, the shop does without.
 */
export function registerWhenIdle(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const register = () => void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  // Safari has no idle callbacks.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(register)
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}
