type Stoppable = { stop: () => Promise<void> }

/** Ctrl-C reaches this process twice, from the terminal and from npm, which forwards the signal: both count as one. */
const ONE_SIGNAL_MS = 1000

/**
 * Stops the server cleanly at the first signal, or when its parent process is gone. A second signal ends it at once; a parent that goes
 * after the first signal does not.
 * @param running the server; undefined while it starts.
 */
export function stopOnSignals(running: () => Stoppable | undefined): void {
  let firstAt: number | undefined
  async function stop(isSignal: boolean) {
    if (firstAt !== undefined) {
      // An exit hook ends an embedded PostgreSQL (embedded-postgres.server.ts).
      if (isSignal && Date.now() - firstAt > ONE_SIGNAL_MS) process.exit(1)
      return
    }
    firstAt = Date.now()
    const server = running()
    if (!server) process.exit(1)
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(true))
  // bin/redoubt.js holds the other end of this channel, which also closes when that process is killed.
  process.on('disconnect', () => void stop(false))
}
