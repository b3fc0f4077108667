import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { asAway, DatabaseAway } from './away.server.ts'
import { type ClientOptions, PreparingClient } from './preparing-client.server.ts'

/** Interval of connection checks. Silence is counted in checks, so that a busy or halted process does not blame the server. */
const LOOK_MS = 250
/** Time beyond the server's own statement limit after which an unanswered statement means that the server is gone. */
const GRACE_MS = 2000
/** While callers queue, statements that are silent for this many checks are checked for locked tables. */
const STUCK_LOOKS = 2

type PoolOptions = pg.PoolConfig & {
  statements: ClientOptions['statements']
  max: number
  /** Statement timeout; 0 for no limit. */
  statementMs: number
  /** Asks PostgreSQL to cancel those of the given backends that wait for a locked table. */
  cancelWaiting?: ((processIds: number[]) => void) | undefined
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void
type Waiting = { callback: (error: Error) => void }

/** A pool that fails with `DatabaseAway` within seconds when the database is silent, and that drops silent connections. */
export class ShopPool extends pg.Pool {
  readonly #options: PoolOptions
  readonly #silentLooks = new Map<PreparingClient, number>()
  #look: NodeJS.Timeout | undefined
  #away: DatabaseAway | undefined

  constructor(options: PoolOptions) {
    super({ ...options, Client: PreparingClient })
    this.#options = options
    // A broken idle connection is replaced at its next use; a used one fails its query. Without listeners both would end the process.
    this.on('error', () => {})
    this.on('connect', client => client.on('error', () => {}))
    this.on('remove', client => this.#silentLooks.delete(client as unknown as PreparingClient))
    this.query = translated(this.query.bind(this))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<pg.PoolClient> | undefined {
    this.#look ??= setInterval(() => this.#watch(), LOOK_MS).unref()
    if (done) {
      if (this.#away) done(copyOf(this.#away), undefined, () => {})
      else {
        // A waiting query begins where another call gives its connection back, and would be counted in that call's trace.
        const inOwnCall = AsyncResource.bind(done)
        super.connect((error, client, release) => inOwnCall(error && (asAway(error) as Error), client, release))
      }
      return undefined
    }
    if (this.#away) return Promise.reject(copyOf(this.#away))
    return super.connect().catch(error => {
      throw asAway(error)
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: passes on the arguments of pg's overloads
  override end(...args: any[]): any {
    clearInterval(this.#look)
    return (super.end as (...rest: unknown[]) => unknown).apply(this, args)
  }

  /** Fails all waiting and new calls until `open`. */
  shut(reason: DatabaseAway): void {
    this.#away = reason
    this.drop(reason)
  }

  open(): void {
    this.#away = undefined
  }

  /** Breaks all connections, including those being opened, and fails the waiting callers. */
  drop(reason: DatabaseAway): void {
    const { _clients: clients, _pendingQueue: waiting } = this as unknown as {
      _clients: PreparingClient[]
      _pendingQueue: Waiting[]
    }
    for (const { callback } of waiting.splice(0)) callback(copyOf(reason))
    for (const client of [...clients]) client.hangUp(copyOf(reason))
  }

  /** True if a connection with a pending query was open at `moment` and has received data since. */
  wasHeardSince(moment: number): boolean {
    return this.#clients().some(client => client.pending > 0 && client.openedAt < moment && client.heardAt > moment)
  }

  #clients(): PreparingClient[] {
    return (this as unknown as { _clients: PreparingClient[] })._clients
  }

  #watch(): void {
    const now = performance.now()
    const stuck: number[] = []
    for (const client of this.#clients()) {
      const before = client.heardAt
      client.listen(now)
      const looks = client.heardAt === before ? (this.#silentLooks.get(client) ?? 0) + 1 : 0
      this.#silentLooks.set(client, looks)
      const limit = this.#options.statementMs
      if (limit > 0 && looks * LOOK_MS > limit + GRACE_MS) client.hangUp(new DatabaseAway('The database fell silent'))
      const { processID } = client as unknown as { processID: number | null }
      if (looks >= STUCK_LOOKS && processID) stuck.push(processID)
    }
    if (this.waitingCount > 0 && stuck.length > 0) this.#options.cancelWaiting?.(stuck)
  }
}

/** Translates errors of pool queries: a connection that breaks under one fails it with a raw error. */
function translated(query: pg.Pool['query']): pg.Pool['query'] {
  const ask = query as (...args: unknown[]) => Promise<pg.QueryResult>
  const translating = (...args: unknown[]) => {
    const done =
      typeof args.at(-1) === 'function' ? (args.pop() as (error: unknown, result?: unknown) => void) : undefined
    const answer = ask(...args).catch((error: unknown) => {
      throw asAway(error)
    })
    if (!done) return answer
    answer.then(result => done(undefined, result), done)
    return undefined
  }
  return translating as pg.Pool['query']
}

/** Creates an error for each caller, because some callers write into the error. */
const copyOf = ({ message, cause }: DatabaseAway) => new DatabaseAway(message, { cause })
