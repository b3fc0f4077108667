import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel'

export type Bounds = {
  /** Pieces of work that run concurrently in a process, and the share of one client. */
  atOnce: number
  eachAtOnce: number
  /** Queue length of the process. */
  waiting: number
  /** Queue length of one client. At most `eachAtOnce` of its pieces are in the queue of the process. */
  eachWaiting: number
  /** A piece that waited longer is refused, because its caller has given up or asks again. */
  waitMs: number
  /** The turn stays taken after the work for as long as the work took, so that it takes at most half of the main thread. */
  rests?: boolean
}

/** A queue is full, or no turn came within `waitMs`. */
export class BulkheadFull extends Error {}

export type Bulkhead = {
  /**
   * @param client whose share counts. Empty for the shop's own work, which waits as long as it takes.
   * @param until keeps the turn after the result, such as until a body has left.
   * @throws BulkheadFull, and what `work` throws.
   */
  run: <T>(client: string, work: () => Promise<T>, until?: (result: T) => Promise<void> | undefined) => Promise<T>
  counts: () => { running: number; waiting: number }
}

type Share = { policy: BulkheadPolicy; users: number }

/**
 * A bulkhead with a fair queue: each client has a bulkhead before that of the process, so that a client with many pieces has only a few
 * of them in the shared queue. Both are cockatiel's.
 */
export function createBulkhead({ atOnce, eachAtOnce, waiting, eachWaiting, waitMs, rests = false }: Bounds): Bulkhead {
  const all = bulkhead(atOnce, waiting)
  const shares = new Map<string, Share>()

  const shareOf = (client: string): Share => {
    const known = shares.get(client)
    if (known) return known
    const made = { policy: bulkhead(eachAtOnce, client === '' ? Number.POSITIVE_INFINITY : eachWaiting), users: 0 }
    shares.set(client, made)
    return made
  }

  const leave = (client: string, share: Share) => {
    share.users--
    if (share.users === 0) shares.delete(client)
  }

  return {
    counts: () => ({ running: atOnce - all.executionSlots, waiting: waiting - all.queueSlots }),
    run(client, work, until) {
      const share = shareOf(client)
      share.users++
      const givenUp = new AbortController()
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>()
      const refuseLate = () => {
        givenUp.abort()
        reject(new BulkheadFull())
      }
      // cockatiel notices an aborted wait only at its turn.
      const patience = client === '' ? undefined : setTimeout(refuseLate, waitMs)
      const turn = async () => {
        clearTimeout(patience)
        // Yields the event loop before each piece.
        await nextTurn()
        const began = performance.now()
        try {
          const result = await work()
          const end = until?.(result)
          resolve(result)
          await end
        } catch (error) {
          reject(error)
        } finally {
          if (rests) await sleep(performance.now() - began)
        }
      }
      share.policy
        .execute(() => all.execute(turn, givenUp.signal), givenUp.signal)
        .catch(error => {
          const isTurnedAway = error instanceof BulkheadRejectedError || error instanceof TaskCancelledError
          reject(isTurnedAway ? new BulkheadFull() : error)
        })
        .finally(() => {
          clearTimeout(patience)
          leave(client, share)
        })
      return promise
    },
  }
}
