import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { Logger } from '../../log.server.ts'
import type { Database, Db, Tables } from '../database.server.ts'
import type { PreparingClient } from './preparing-client.server.ts'

/** How long a read waits until a replica has what the primary had committed before the read. */
const WAIT_MS = 100
const LOOK_MS = 5
/** A replica that does not answer this question in time counts as away. */
const ANSWER_MS = 500
/** After a replica lagged or failed, reads go to the primary for this long, so that they do not wait in vain. */
const REST_MS = 5000

/** A place in the write-ahead log, in bytes. Places of two timelines cannot be compared: after a failover one of them is history. */
type Position = { lsn: number | null; timeline: number | null }

const COMMITTED = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as lsn,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`
/** The timeline is null on a server that follows no primary, and for a role without `pg_read_all_stats`. */
const REPLAYED = `
  select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as lsn, (select received_tli from pg_stat_wal_receiver) as timeline`

export type Reader = {
  db: Db
  /** Sends everything that follows to the primary: for a call that writes. */
  leave: () => void
}

type Parts = {
  primary: Database
  /** May reach several replicas: each connection is asked by itself. */
  replica: Database
  log: Logger
  /** Called for each connection that a reader takes. */
  onConnect?: (server: 'replica' | 'primary') => void
}

/**
 * Reads that see every write that was committed before they began, by any user and process. A reader asks the primary for its position
 * once, and uses a connection of a replica only when that server has replayed it; otherwise it gets a connection of the primary.
 * @returns a function that makes a reader for one call.
 */
export function createReplica({ primary, replica, log, onConnect }: Parts): () => Reader {
  const known = new WeakMap<PoolClient, Position>()
  let restsUntil = 0

  async function hasReplayed(client: PoolClient, committed: Position): Promise<boolean> {
    if (isPast(known.get(client), committed)) return true
    for (const end = performance.now() + WAIT_MS; ; ) {
      const replayed = await inTime(client, positionOf(client, REPLAYED))
      known.set(client, replayed)
      if (isPast(replayed, committed)) return true
      if (replayed.timeline !== committed.timeline || performance.now() > end) return false
      await new Promise(done => setTimeout(done, LOOK_MS))
    }
  }

  /** @returns undefined when no replica can serve the read. */
  async function connectReplica(committed: Position): Promise<PoolClient | undefined> {
    let client: PoolClient | undefined
    try {
      client = await replica.pool.connect()
      if (await hasReplayed(client, committed)) return client
      rest({ reason: 'it lags behind the primary, follows another one, or its role lacks pg_read_all_stats' })
      client.release()
    } catch (error) {
      client?.release(true)
      rest({ err: error })
    }
    return undefined
  }

  function rest(why: object): void {
    // Of concurrent reads, the first says so.
    if (performance.now() < restsUntil) return
    restsUntil = performance.now() + REST_MS
    log.warn(why, 'the replica serves no reads for 5 s')
  }

  return () => {
    let hasLeft = false
    let committed: Promise<Position> | undefined
    async function connect(): Promise<PoolClient> {
      if (!hasLeft && performance.now() >= restsUntil) {
        committed ??= positionOf(primary.pool, COMMITTED)
        const client = await connectReplica(await committed)
        if (client) {
          onConnect?.('replica')
          return client
        }
      }
      onConnect?.('primary')
      return primary.pool.connect()
    }
    return {
      db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as never }) }),
      leave() {
        hasLeft = true
      },
    }
  }
}

type Asked = { query: (text: string) => Promise<{ rows: unknown[] }> }
const positionOf = async (client: Asked, question: string) => (await client.query(question)).rows[0] as Position

const isPast = (replayed: Position | undefined, committed: Position): boolean =>
  replayed !== undefined && replayed.timeline === committed.timeline && Number(replayed.lsn) >= Number(committed.lsn)

/** A server that vanished answers nothing and ends no connection. @throws Error after `ANSWER_MS`. */
async function inTime<T>(client: PoolClient, answer: Promise<T>): Promise<T> {
  const limit = setTimeout(
    () => (client as unknown as PreparingClient).hangUp(new Error(`The replica did not answer for ${ANSWER_MS} ms`)),
    ANSWER_MS,
  )
  try {
    return await answer
  } finally {
    clearTimeout(limit)
  }
}
