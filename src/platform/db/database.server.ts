import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { ShopPool } from './shop-pool.server.ts'
import { createStatements } from './statements.server.ts'
import type { DB } from './tables.ts'

export type Tables = DB
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>
export type Pool = pg.Pool
/** A pool and the typed query builder on it; both speak to the same connections. */
export type Database = { pool: ShopPool; db: Db }

// Counts and sums of whole cents stay far below 2^53, so they come as numbers; bigint strings would leak into every sum.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// A date of birth has no time zone; as a Date it would shift by one.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

/** How long a class of work may wait in the database. 0 is no limit. */
export type Limits = {
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  /** For a connection while the database answers, and for a new connection to open. */
  connectionMs: number
}

export const NO_LIMITS: Limits = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0, connectionMs: 0 }

/** After this long a connection is opened again, so that a changed address of the server is noticed. */
const LIFETIME_SECONDS = 1800

type Options = {
  limits?: Limits
  /** A pooler in transaction mode stands before the database: nothing may belong to a connection. */
  isPooled?: boolean
  cancelWaiting?: (processIds: number[]) => void
}

/**
 * Every session plans by index, whatever the statistics say: a plan is kept for the life of its session, and one that was made
 * while a table had ten rows would read it as a whole when it has thousands. Compilation of plans pays for long reports alone.
 * See docs/decisions/0060-plans-by-index.md.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off'

/**
 * Opens a pool and the typed query builder on it.
 * @param max connections at most.
 */
export function openDatabase(url: string, max: number, options: Options = {}): Database {
  const { limits = NO_LIMITS, isPooled = false } = options
  const pool = new ShopPool({
    ...connectionOptions(url),
    max,
    statementMs: limits.statementMs,
    // PgBouncer refuses settings of a session at its start; there the role has them (README).
    ...(isPooled ? {} : { options: PLANNING, ...serverLimits(limits) }),
    statements: createStatements({ named: !isPooled, tries: Math.max(1, Math.floor(max / 4)) }),
    connectionTimeoutMillis: limits.connectionMs,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    cancelWaiting: isPooled ? undefined : options.cancelWaiting,
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db }
}

const serverLimits = ({ statementMs, lockMs, idleInTransactionMs }: Limits) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
})

/** What each connection of the shop is opened with. Keep-alive ends one whose server vanished while nothing was asked. */
export const connectionOptions = (url: string, name = 'redoubt') => ({
  connectionString: url,
  application_name: name,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})
