import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Rest } from './rest.server.ts'

export type Bounds = {
  /** Pieces of work that run concurrently in a process, and the share of one client. */
  atOnce: number
  eachAtOnce: number
  /** Clients in the queue. */
  waiting: number
  /** Queued pieces of one client. */
  eachWaiting: number
  /** A piece that waited longer is refused, because its caller has given up or asks again. */
  waitMs: number
  /**
   * Work of the main thread: the turn stays taken after it for as long as it took, and pieces of other kinds that rest wait as long, so that
   * together they take at most half of the thread.
   */
  rests?: boolean
}

/** A queue is full, no turn came within `waitMs`, or the caller disconnected. */
export class BulkheadFull extends Error {}

type RunOptions<T> = {
  /** Keeps the turn after the result, such as until a body has left. */
  until?: ((result: T) => Promise<void> | undefined) | undefined
  /** Aborted when the caller disconnects: its piece leaves the queue. */
  leaving?: AbortSignal | undefined
}

export type Bulkhead = {
  /**
   * @param client whose share counts. Empty for the shop's own work, which is never refused and has no time limit.
   * @throws BulkheadFull, and what `work` throws.
   */
  run: <T>(client: string, work: () => Promise<T>, options?: RunOptions<T>) => Promise<T>
  /** Pieces that run, and clients that wait. */
  counts: () => { running: number; waiting: number }
}

type Client = { running: number; queue: (() => void)[] }

/**
 * A bulkhead with a fair queue: clients take turns, one piece each, and no client runs more than its share at once.
 * @param rest shared by the bulkheads of a process; without one, its work does not rest.
 */
export function createBulkhead(bounds: Bounds, rest?: Rest): Bulkhead {
  const { atOnce, eachAtOnce, waiting, eachWaiting, waitMs, rests = false } = bounds
  /** Clients with pieces, the next in turn first. */
  const clients = new Map<string, Client>()
  let running = 0
  const waitingCount = () => [...clients].filter(([name, { queue }]) => name !== '' && queue.length > 0).length

  const forgetIdle = (name: string, client: Client) => {
    if (client.running === 0 && client.queue.length === 0) clients.delete(name)
  }
  /** After a piece, clients that came during it are served first. */
  const moveToEnd = (name: string, client: Client) => {
    clients.delete(name)
    clients.set(name, client)
  }

  function startNext(): void {
    // A client that got a turn moves to the end of the map, where this loop meets it again.
    for (const [name, client] of clients) {
      if (running >= atOnce) return
      const start = client.running < eachAtOnce ? client.queue.shift() : undefined
      if (!start) continue
      moveToEnd(name, client)
      client.running++
      running++
      start()
    }
  }

  const isFull = ({ queue }: Client) => queue.length >= eachWaiting || (queue.length === 0 && waitingCount() >= waiting)

  /** Resolves when the turn comes. */
  function turnOf(name: string, client: Client, leaving: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const settle = () => {
      clearTimeout(patience)
      leaving?.removeEventListener('abort', turnAway)
    }
    const start = () => {
      settle()
      resolve()
    }
    const turnAway = () => {
      settle()
      client.queue.splice(client.queue.indexOf(start), 1)
      forgetIdle(name, client)
      reject(new BulkheadFull())
    }
    const patience = name === '' ? undefined : setTimeout(turnAway, waitMs)
    leaving?.addEventListener('abort', turnAway)
    client.queue.push(start)
    return promise
  }

  async function end(name: string, client: Client, restMs: number): Promise<void> {
    if (restMs > 0) await sleep(restMs)
    running--
    client.running--
    moveToEnd(name, client)
    forgetIdle(name, client)
    startNext()
  }

  return {
    counts: () => ({ running, waiting: waitingCount() }),
    async run(name, work, { until, leaving } = {}) {
      if (leaving?.aborted) throw new BulkheadFull()
      const client = clients.get(name) ?? { running: 0, queue: [] }
      const isFree = running < atOnce && client.running < eachAtOnce
      if (!isFree && name !== '' && isFull(client)) throw new BulkheadFull()
      clients.set(name, client)
      const turn = turnOf(name, client, leaving)
      if (isFree) startNext()
      await turn
      // Yields the event loop before each piece.
      await nextTurn()
      if (rests) await rest?.isOver()
      const began = performance.now()
      const restMs = () => {
        const tookMs = rests ? performance.now() - began : 0
        if (rests) rest?.add(tookMs)
        return tookMs
      }
      try {
        const result = await work()
        const held = until?.(result)
        const ended = () => end(name, client, restMs())
        // The answer leaves at once.
        void (held ? held.then(ended, ended) : ended())
        return result
      } catch (error) {
        void end(name, client, restMs())
        throw error
      }
    },
  }
}
