import { useEffect, useRef } from 'react'
import { createNews, useStore } from '#kernel/client/store.ts'

const SECOND = 1000

/** One interval for all clocks on the page; it runs only while one exists. */
const seconds = createNews(() => {
  const timer = setInterval(seconds.tell, SECOND)
  return () => clearInterval(timer)
})

const clock = { get: () => Math.floor(Date.now() / SECOND) * SECOND, subscribe: seconds.subscribe }

/**
 * Returns the browser's time in milliseconds, rounded to whole seconds, updated every second.
 * Null on the server and in the first render: cached HTML may be old, and both renders must match.
 */
export const useNow = (): number | null => useStore<number, number | null>(clock, null)

/**
 * Returns a value that time changes, such as a state, and renders again only when the value changes.
 * @param first the value on the server and in the first render.
 */
export const useAtTime = <Value extends string | boolean>(valueAt: (now: number) => Value, first: Value): Value =>
  useStore(clock, first, valueAt)

/** The first pause before the next try; each pause is twice as long as the one before, up to `LONGEST_MS`. */
const TRY_MS = 2000
const LONGEST_MS = 300_000

/** Runs `refresh` when `isDue` becomes true, and again until it is false: the server's clock may be behind the browser's. */
export function useRefreshWhile(isDue: boolean, refresh: () => unknown) {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    if (!isDue) return
    let pause = TRY_MS
    let timer: ReturnType<typeof setTimeout>
    function run() {
      void latest.current()
      timer = setTimeout(run, pause)
      pause = Math.min(2 * pause, LONGEST_MS)
    }
    run()
    return () => clearTimeout(timer)
  }, [isDue])
}
