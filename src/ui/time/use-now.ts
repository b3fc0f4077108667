import { useSyncExternalStore } from 'react'

const SECOND = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Shares one interval among all clocks on the page; it runs only while one exists. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, SECOND)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const thisSecond = () => Math.floor(Date.now() / SECOND) * SECOND

/**
 * Returns the browser's time in milliseconds, rounded to whole seconds, updated every second.
 * Null on the server and in the first render: cached HTML may be old, and both renders must match.
 */
export function useNow(): number | null {
  return useSyncExternalStore(subscribe, thisSecond, () => null)
}
