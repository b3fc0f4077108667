import pg from 'pg'
import { asAway, DatabaseAway } from './away.server.ts'
import { type ClientOptions, PreparingClient } from './preparing-client.server.ts'

/** How often the connections are looked at. Time is counted in looks, so that a busy or halted process blames no server. */
const LOOK_MS = 250
/** A statement that is not answered by then although the server limits it by itself: the server is gone. */
const GRACE_MS = 2000
/** With callers in the queue, statements that have been silent for this many looks are checked for locked tables. */
const STUCK_LOOKS = 2

type PoolOptions = pg.PoolConfig & {
  statements: ClientOptions['statements']
  max: number
  /** The longest that a statement may take; 0 for no limit. */
  statementMs: number
  /** Asks the server to cancel those of these backends that wait for a locked table. */
  cancelWaiting?: ((processIds: number[]) => void) | undefined
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void
type Waiting = { callback: (error: Error) => void }

/** A pool whose callers get `DatabaseAway` within seconds when the database is silent, and which lets go of silent connections. */
export class ShopPool extends pg.Pool {
  readonly #options: PoolOptions
  readonly #silentLooks = new Map<PreparingClient, number>()
  #look: NodeJS.Timeout | undefined
  #away: DatabaseAway | undefined

  constructor(options: PoolOptions) {
    super({ ...options, Client: PreparingClient })
    this.#options = options
    // A broken idle connection is replaced at its next use, and a used one fails its query: without listeners both end the process.
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
      else super.connect((error, client, release) => done(error && (asAway(error) as Error), client, release))
      return undefined
    }
    if (this.#away) return Promise.reject(copyOf(this.#away))
    return super.connect().catch(error => {
      throw asAway(error)
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: hands on whatever pg's own overloads took
  override end(...args: any[]): any {
    clearInterval(this.#look)
    return (super.end as (...rest: unknown[]) => unknown).apply(this, args)
  }

  /** Fails everything that waits for the database and whatever comes, until `open`. */
  shut(reason: DatabaseAway): void {
    this.#away = reason
    this.drop(reason)
  }

  open(): void {
    this.#away = undefined
  }

  /** Breaks all connections, those being opened included, and turns the waiting callers away. */
  drop(reason: DatabaseAway): void {
    const { _clients: clients, _pendingQueue: waiting } = this as unknown as {
      _clients: PreparingClient[]
      _pendingQueue: Waiting[]
    }
    for (const { callback } of waiting.splice(0)) callback(copyOf(reason))
    for (const client of [...clients]) client.hangUp(copyOf(reason))
  }

  /** Whether a connection that was open at a moment has received something since. */
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

/** A connection that breaks under a query of the pool fails it with its own error, past the connection's translation. */
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

/** One for each caller, because some write into the errors that they get. */
const copyOf = ({ message, cause }: DatabaseAway) => new DatabaseAway(message, { cause })
