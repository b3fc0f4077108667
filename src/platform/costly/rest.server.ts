import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** The time that work of the main thread leaves to other work, together for all kinds of a process. */
export type Rest = {
  /** Resolves when the pieces before have rested. Callers go on one after another, in the order in which they came. */
  isOver: () => Promise<void>
  /** Adds a piece's rest. */
  add: (ms: number) => void
}

/** No caller waits for the end of another one's piece, which may wait for the database, but for its rest alone: nested pieces cannot block. */
export function createRest(): Rest {
  let until = 0
  let last = Promise.resolve()

  async function wait(before: Promise<void>): Promise<void> {
    await before
    // The piece of the caller before has run by then, unless it waits itself.
    await nextTurn()
    for (let left = until - performance.now(); left > 0; left = until - performance.now()) await sleep(left)
  }

  return {
    isOver: () => (last = wait(last)),
    add(ms) {
      until = Math.max(until, performance.now()) + ms
    },
  }
}
