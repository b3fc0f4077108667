import { useSyncExternalStore } from 'react'

const SECOND = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One interval for every clock on the page, running only while there is one. */
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
 * The browser's time in milliseconds, whole seconds, renewed every second.
 * Null on the server and in the first render after it: kept HTML may be old, and both must draw the same.
 */
export function useNow(): number | null {
  return useSyncExternalStore(subscribe, thisSecond, () => null)
}
