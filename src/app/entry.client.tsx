import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { serviceWorkers } from '#kernel/client/storage/service-workers.ts'

window.holdPresses?.()
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
registerWhenIdle()

/**
 * Registers the service worker when the page has loaded and the browser is idle, because the current page does not need the worker.
 * The shop works without a worker where registration is unsupported or fails.
 */
function registerWhenIdle(): void {
  const workers = serviceWorkers()
  if (!workers || !import.meta.env.PROD) return
  const register = () => void workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  // Safari has no idle callbacks.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(register)
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}
