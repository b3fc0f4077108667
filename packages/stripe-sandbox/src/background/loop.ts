type Loop = { kick: () => void; start: () => void; stop: () => Promise<void> }

/** Kicks within this time share one run. Stripe's own webhooks take longer. */
const GATHER_MS = 100

/**
 * Runs a task at an interval and soon after each kick, never twice concurrently.
 * @param run gets true when called by the interval, false after a kick.
 */
export function createLoop(
  run: (isTick: boolean) => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): Loop {
  let isStarted = false
  let timer: NodeJS.Timeout | undefined
  let nextTick = 0
  let isKicked = false
  let current: Promise<void> | undefined

  function plan() {
    if (!isStarted || current) return
    clearTimeout(timer)
    timer = setTimeout(go, isKicked ? GATHER_MS : Math.max(0, nextTick - performance.now()))
  }

  function go() {
    isKicked = false
    const isTick = performance.now() >= nextTick
    if (isTick) nextTick = performance.now() + everyMs
    current = run(isTick)
      .catch(onError)
      .finally(() => {
        current = undefined
        plan()
      })
  }

  return {
    kick() {
      if (isKicked) return
      isKicked = true
      plan()
    },
    start() {
      isStarted = true
      plan()
    },
    /** Waits for the current run; starts no further run. */
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await current
    },
  }
}
