/** The page's service workers; undefined in a browser without them, and in one that denies them together with storage. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}
